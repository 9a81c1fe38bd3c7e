import { plainText } from "../../../shared/base/text/texts.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useShownDay } from "../../host/past-day.ts";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { dropChip, putChip, soloChip, toggleChip } from "./chip-list.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import classes from "./filters.module.css";
import { FILTERS, CHIP } from "./messages.ts";
import { Popover, UnstyledButton } from "@mantine/core";
import { IconColumnsOff, IconEye, IconEyeOff, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { findField } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import { leavesOf, type Chip, type ChipFilter } from "../../../shared/query/field-filter.ts";
import { useFilterDescription } from "./use-filter-description.ts";
import { FilterBuilder } from "./builder/filter-builder.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { MarkedSentence } from "../../ui/marked-sentence.tsx";

interface ChipRowProps {
  readonly resource: Resource;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly shown: ReadonlySet<string>;
}

/** The row of a table's filter chips, active or not. */
export function ChipRow({ resource, view, update, shown }: ChipRowProps) {
  const day = useShownDay();
  if (view.chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={FILTERS.label}>
      {view.chips.map((chip) => (
        <FilterChip
          key={chip.id}
          resource={resource}
          chip={chip}
          others={compileQuery({ search: view.search, chips: dropChip(view.chips, chip.id), sort: [] }, day)}
          onEdit={(filter) => update((now) => ({ ...now, chips: putChip(now.chips, chip.id, filter) }))}
          chips={view.chips}
          shown={shown}
          onToggle={() => update((now) => ({ ...now, chips: toggleChip(now.chips, chip.id) }))}
          onSolo={() => update((now) => ({ ...now, chips: soloChip(now.chips, chip.id) }))}
          onRemove={() => update((now) => ({ ...now, chips: dropChip(now.chips, chip.id) }))}
        />
      ))}
    </div>
  );
}

interface Props {
  readonly resource: Resource;
  readonly chip: Chip;
  /** The query of the table without this chip. */
  readonly others: Query;
  readonly chips: readonly Chip[];
  readonly onEdit: (filter: ChipFilter) => void;
  readonly shown: ReadonlySet<string>;
  readonly onToggle: () => void;
  /** Switches all other filters off. If they are off already, switches all filters on. */
  readonly onSolo: () => void;
  readonly onRemove: () => void;
}

const fieldsOf = (filter: ChipFilter): readonly string[] => [
  ...new Set(leavesOf(filter).map(({ field }) => field)),
];

/** A filter as a sentence. The user can edit it, switch it off or remove it. */
function FilterChip({ resource, chip, chips, others, shown, onEdit, onToggle, onSolo, onRemove }: Props) {
  const [editing, setEditing] = useState(false);
  // If the user empties a filter, its chip is removed when the editor closes, not during editing.
  const complete = useRef(true);
  const isGroup = chip.filter.kind === "group";
  const description = useFilterDescription(resource, chip.filter);
  const sentence = plainText(description);
  const hidden = fieldsOf(chip.filter).filter((name) => !shown.has(name));
  const hiddenLabels = hidden.map((name) => findField(resource, name)?.label ?? name);
  const close = (): void => {
    setEditing(false);
    if (!complete.current) onRemove();
  };

  return (
    <div className={classes.chip} data-off={!chip.enabled || undefined} role="group" aria-label={sentence}>
      <ChipSwitch isOn={chip.enabled} sentence={sentence} onToggle={onToggle} onSolo={onSolo} />
      <Popover
        hideDetached={false}
        opened={editing}
        onChange={(opened) => !opened && close()}
        position="bottom-start"
        trapFocus
        returnFocus
        closeOnEscape={!isGroup}
        width={isGroup ? 440 : 300}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.chipWords}
            aria-label={
              hidden.length > 0
                ? CHIP.editHidden({ sentence, columns: hidden.length })
                : CHIP.edit({ sentence })
            }
            title={isGroup ? CHIP.editGroupHint({ sentence }) : CHIP.editHint}
            onClick={() => {
              complete.current = true;
              setEditing(!editing);
            }}
          >
            <span className={classes.chipSentence} data-filter-words={chip.enabled || undefined}>
              <MarkedSentence text={description} />
            </span>
            {hidden.length > 0 && (
              <span
                className={classes.chipHidden}
                title={CHIP.hiddenColumns({ labels: hiddenLabels.join(", ") })}
              >
                <IconColumnsOff size={13} aria-hidden /> {CHIP.columnsHidden({ columns: hidden.length })}
              </span>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <ChipEditor
            resource={resource}
            chip={chip}
            chips={chips}
            others={others}
            onChange={(filter) => {
              complete.current = filter !== null;
              if (filter) onEdit(filter);
            }}
            onDone={close}
          />
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton
        className={classes.chipButton}
        aria-label={CHIP.remove({ sentence })}
        title={FILTERS.remove}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </UnstyledButton>
    </div>
  );
}

interface ChipSwitchProps extends Pick<Props, "onToggle" | "onSolo"> {
  readonly isOn: boolean;
  readonly sentence: string;
}

/** Switches a filter on or off. With Alt, it switches all other filters. */
function ChipSwitch({ isOn, sentence, onToggle, onSolo }: ChipSwitchProps) {
  return (
    <UnstyledButton
      className={classes.chipButton}
      aria-pressed={isOn}
      aria-label={CHIP.toggle({ sentence })}
      aria-keyshortcuts="Alt+Enter"
      title={isOn ? CHIP.switchOff : CHIP.switchOn}
      onClick={(event) => (event.altKey ? onSolo() : onToggle())}
      onKeyDown={(event) => {
        // A browser does not turn Alt+Enter into a click on the button.
        if (event.key !== "Enter" || !event.altKey) return;
        event.preventDefault();
        onSolo();
      }}
    >
      {isOn ? <IconEye size={14} aria-hidden /> : <IconEyeOff size={14} aria-hidden />}
    </UnstyledButton>
  );
}

interface ChipEditorProps extends Pick<Props, "resource" | "chip" | "chips" | "others"> {
  readonly onChange: (filter: ChipFilter | null) => void;
  readonly onDone: () => void;
}

function ChipEditor({ chip: { id, filter }, chips, ...editor }: ChipEditorProps) {
  if (filter.kind === "group") return <FilterBuilder {...editor} chips={chips} id={id} initial={filter} />;
  const field = findField(editor.resource, filter.field);
  return field && <FilterEditor {...editor} field={field} initial={filter} />;
}
