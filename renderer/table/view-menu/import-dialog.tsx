import { plainText } from "../../../shared/base/text/texts.ts";
import { Button, FileButton, Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  MAX_VIEW_FILE,
  VIEW_FILE_SUFFIX,
  type SharedView,
} from "../../../shared/features/views/view-share.ts";
import { MAX_VIEW_NAME, type ViewDefinition } from "../../../shared/query/views/views.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import {
  IMPORT,
  SUMMARY,
  orderSummary,
  groupsSummary,
  LINK_EXAMPLE,
  densitySummary,
} from "../views/messages.ts";
import { useExtensions, type ViewParts } from "../extensions.ts";
import { readForImport, refused } from "./read-for-import.ts";
import { useChooseView, asNamedView } from "../views/use-views.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { levelsOf } from "../../../shared/query/group-levels.ts";
import { columnsOf, resolveLayout } from "../columns/column-layout.ts";
import type { PinSide } from "../../grid/grid-column.ts";
import { levelLabel } from "../grouping/messages.ts";
import { useFilterDescription } from "../filters/use-filter-description.ts";
import classes from "./view-menu.module.css";
import { ACTIONS } from "../../ui/messages.ts";
import { listOf } from "../../base/format.ts";

/** The dialog that imports a view from a file or a link. It shows the content, and adds the view under a name. */
export function ImportDialog({ request: initial, onClose }: DialogProps<string>) {
  // With another link, the key makes the dialog start again.
  return <ViewImport key={initial} initial={initial} onClose={onClose} />;
}

function ViewImport({ initial, onClose }: Readonly<{ initial: string; onClose: () => void }>) {
  // The field shows the text of a link, but not the text of a file.
  const [link, setLink] = useState(/^stockdeck:/i.test(initial.trim()) ? initial : "");
  const [{ view, problem, detail }, setRead] = useState(() => readForImport(initial));
  const [name, setName] = useState(view?.name ?? "");
  const [chosen, setChosen] = useState<readonly ViewParts[]>([]);
  const add = useAddView();

  const read = (text: string): void => {
    const next = readForImport(text);
    setRead(next);
    setName(next.view?.name ?? "");
  };
  const readFile = async (file: File | null): Promise<void> => {
    if (!file) return;
    setLink("");
    // In UTF-8, a character has at most four bytes.
    if (file.size > MAX_VIEW_FILE * 4) return setRead(refused(IMPORT.fileTooLarge));
    if (file.size === 0) return setRead(refused(IMPORT.fileEmpty));
    read(await file.text());
  };

  return (
    <Dialog onClose={onClose} title={IMPORT.title} closeAs="cancel">
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (view && name.trim() !== "")
            void add({ ...view, name: name.trim() }, chosen).then((done) => done && onClose());
        }}
      >
        <FileButton
          accept={`${VIEW_FILE_SUFFIX},.json,application/json`}
          onChange={(file) => void readFile(file)}
        >
          {(props) => (
            <PlainButton {...props} data-autofocus={initial === "" || undefined}>
              {IMPORT.choose}
            </PlainButton>
          )}
        </FileButton>
        <Textarea
          size="xs"
          label={IMPORT.link}
          placeholder={LINK_EXAMPLE}
          rows={2}
          value={link}
          onChange={(event) => {
            setLink(event.currentTarget.value);
            read(event.currentTarget.value);
          }}
        />
        {problem !== null && <Problem text={problem} detail={detail} />}
        {view && (
          <>
            <TextInput
              label={IMPORT.name}
              value={name}
              maxLength={MAX_VIEW_NAME}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <SharedViewSummary view={view} />
            <PartChoices view={view} chosen={chosen} onChange={setChosen} />
          </>
        )}
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={!view || name.trim() === ""}>
            {IMPORT.add}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

function Problem({ text, detail }: { readonly text: string; readonly detail: string | null }) {
  return (
    <div role="alert">
      <p className="sd-problem sd-wrap">{text}</p>
      {detail !== null && (
        <p className="sd-note sd-cut" title={detail}>
          {IMPORT.detail({ detail })}
        </p>
      )}
    </div>
  );
}

interface PartChoicesProps {
  readonly view: SharedView;
  readonly chosen: readonly ViewParts[];
  readonly onChange: (change: (before: readonly ViewParts[]) => readonly ViewParts[]) => void;
}

/** Asks the user for each feature whether to add the feature's data of the view. */
function PartChoices({ view, chosen, onChange }: PartChoicesProps) {
  return useExtensions("viewParts").map((part, at) => (
    // The list of extensions never changes.
    // oxlint-disable-next-line react/no-array-index-key
    <part.Choice
      key={at}
      view={view}
      isChosen={chosen.includes(part)}
      onChange={(isChosen) =>
        onChange((before) => (isChosen ? [...before, part] : before.filter((other) => other !== part)))
      }
    />
  ));
}

function useAddView(): (view: SharedView, chosen: readonly ViewParts[]) => Promise<boolean> {
  const api = useConnectionApi();
  const { host, connectionId } = api;
  const choose = useChooseView();
  const navigate = useNavigate();
  return async (shared, chosen) => {
    const { resource, name, definition } = shared;
    const view = await valueOrNotice(host.createView({ connectionId, resource, name, definition }));
    if (!view) return false;
    for (const { add } of chosen) await add(api, view.id, shared);
    await navigate({ to: `/${resource}`, search: {} });
    choose(resource, asNamedView(view));
    return true;
  };
}

/** Shows the content of an imported view before the view is added. Unknown ids are marked. */
export function SharedViewSummary({ view: { resource, definition } }: { readonly view: SharedView }) {
  const { search, filters, sort, grouping } = definition;
  const levels = levelsOf(resource, grouping);
  const labelOf = (name: string): string => findField(resource, name)?.label ?? name;
  return (
    <ul className={classes.summary} aria-label={IMPORT.summary}>
      <li>{SUMMARY.table({ resource })}</li>
      {search !== "" && <li>{SUMMARY.search({ text: search })}</li>}
      {filters.map(({ enabled, filter }, at) => (
        // The filters of an imported view never change.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <FilterDescription resource={resource} filter={filter} />
          {!enabled && ` ${IMPORT.off}`}
        </li>
      ))}
      {sort.length > 0 && (
        <li>{orderSummary(sort.map(({ field, direction }) => ({ label: labelOf(field), direction })))}</li>
      )}
      {levels.length > 0 && <li>{groupsSummary(levels.map((level) => levelLabel(resource, level)))}</li>}
      {arrangementLines(resource, definition).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function FilterDescription({ resource, filter }: Readonly<{ resource: Resource; filter: ChipFilter }>) {
  return plainText(useFilterDescription(resource, filter));
}

function arrangementLines(
  resource: Resource,
  { columns, density = "normal" }: ViewDefinition,
): readonly string[] {
  if (!columns) return [IMPORT.asNow];
  const specs = columnsOf(resource);
  const { order, visibility, pins } = resolveLayout(specs, columns);
  const shown = order.filter((id) => visibility[id] === true);
  const labels = (ids: readonly string[]): string =>
    listOf(ids.map((id) => specs.find((spec) => spec.id === id)?.label ?? id));
  const pinned = (side: PinSide, text: typeof SUMMARY.pinnedLeft): readonly string[] => {
    const ids = shown.filter((id) => pins[id] === side);
    return ids.length > 0 ? [text({ columns: labels(ids) })] : [];
  };
  return [
    SUMMARY.columns({ columns: labels(shown) }),
    ...pinned("left", SUMMARY.pinnedLeft),
    ...pinned("right", SUMMARY.pinnedRight),
    densitySummary(density),
  ];
}
