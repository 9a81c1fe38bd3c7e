import { Button, Checkbox, Select, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { today } from "../../base/clock.ts";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { MAX_EXPECTED, type CountScope } from "../../../shared/features/counts/count-records.ts";
import type { Filter, Query } from "../../../shared/query/query.ts";
import { formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { countQuery, recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { useSavedViews } from "../../table/views/use-views.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { valueOrNotice } from "../../ui/notify.tsx";
import { useMayShare } from "./count-team.tsx";
import { countName, START, TEAM } from "./messages.ts";

type Kind = CountScope["kind"];
const NOT_ARCHIVED: Filter = { field: "status", op: "isNot", value: "archived" };
const NOT_CHECKED_OUT: Filter = { field: "status", op: "isNot", value: "checked_out" };
/** The values with which the form begins, in percent. */
const WHOLE_SHARE = 100;
const USUAL_TOLERANCE = 2;
const MINUTE = 60_000;

/** The scope that the user chose, with its query. */
interface Chosen {
  readonly scope: CountScope;
  readonly query: Query;
}

/** The state of the form, which may be incomplete. */
interface StartDraft {
  readonly kind: Kind;
  readonly locationId: string | null;
  readonly viewId: string | null;
  /** The name that the user typed; null until the user types a name. */
  readonly typed: string | null;
  /** The share in percent; null for an empty field, NaN for an invalid text. `tolerance` has the same form. */
  readonly share: number | null;
  readonly tolerance: number | null;
  readonly blind: boolean;
  readonly withCheckedOut: boolean;
  readonly withTeam: boolean;
}

const FIRST_DRAFT: StartDraft = {
  kind: "location",
  locationId: null,
  viewId: null,
  typed: null,
  share: WHOLE_SHARE,
  tolerance: USUAL_TOLERANCE,
  blind: false,
  withCheckedOut: false,
  withTeam: false,
};

/** Starts a count of a location, a view or all items, and then opens it. */
export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const { host, connectionId } = useConnectionApi();
  const router = useRouter();
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const [busy, setBusy] = useState(false);
  const views = useItemViews();
  const now = useNow(MINUTE);
  const { share, tolerance, blind, withCheckedOut, withTeam } = draft;
  const chosen = useChosen(draft.kind, draft.locationId, views.find(({ id }) => id === draft.viewId) ?? null);
  const name = draft.typed ?? (chosen ? countName(chosen.scope, formatDay(new Date(now).toISOString())) : "");
  const total = useTotal(chosen, withCheckedOut);
  const isReady =
    chosen !== null
    && total !== null
    && total > 0
    && total <= MAX_EXPECTED
    && name.trim() !== ""
    && share !== null
    && tolerance !== null
    && !Number.isNaN(share)
    && !Number.isNaN(tolerance);
  const start = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    const plan = { name, scope: chosen.scope, share, tolerance, blind, withCheckedOut };
    const started = await valueOrNotice(
      host.startCount({ connectionId, ...plan, query: chosen.query, withTeam }),
    );
    setBusy(false);
    if (!started) return;
    onClose();
    await router.navigate({ to: "/counts/$id", params: { id: started.countId } });
  };
  const change = (part: Partial<StartDraft>): void => setDraft((before) => ({ ...before, ...part }));
  return (
    <Dialog title={START.title} closeAs="cancel" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <p className="sd-note">{START.intro}</p>
        <ListFields draft={draft} views={views} onChange={change} />
        <Expected total={total} blind={blind} />
        <TextInput
          label={START.name}
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ typed: event.currentTarget.value })}
        />
        <WayFields draft={draft} onChange={change} />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={!isReady} loading={busy}>
            {START.submit}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: StartDraft;
  readonly onChange: (part: Partial<StartDraft>) => void;
}

/** The fields that choose the list to count. */
function ListFields({
  draft: { kind, locationId, viewId },
  views,
  onChange,
}: FieldsProps & { readonly views: ReturnType<typeof useItemViews> }) {
  return (
    <>
      <KindControl kind={kind} onChange={(chosen) => onChange({ kind: chosen })} />
      {kind === "location" && (
        <TypeSelect
          resource="locations"
          label={START.location}
          placeholder={START.locationPlaceholder}
          nothingFound={START.noLocation}
          value={locationId}
          onPick={(id) => onChange({ locationId: id })}
        />
      )}
      {kind === "view" && (
        <Select
          label={START.view}
          placeholder={START.viewPlaceholder}
          data={views.map(({ id, name: label }) => ({ value: id, label }))}
          value={viewId}
          onChange={(id) => onChange({ viewId: id })}
        />
      )}
    </>
  );
}

/** The fields that define how the list is counted. */
function WayFields({ draft: { share, tolerance, blind, withCheckedOut, withTeam }, onChange }: FieldsProps) {
  return (
    <>
      <NumberField
        label={START.share}
        description={START.shareHint}
        min={0.1}
        max={100}
        value={share}
        onChange={(percent) => onChange({ share: percent })}
      />
      <NumberField
        label={START.tolerance}
        description={START.toleranceHint}
        min={0}
        max={100}
        value={tolerance}
        onChange={(percent) => onChange({ tolerance: percent })}
      />
      <Checkbox
        label={START.withCheckedOut}
        checked={withCheckedOut}
        onChange={(event) => onChange({ withCheckedOut: event.currentTarget.checked })}
      />
      <Checkbox
        label={START.blind}
        description={START.blindHint}
        checked={blind}
        onChange={(event) => onChange({ blind: event.currentTarget.checked })}
      />
      <TeamCheckbox checked={withTeam} onChange={(checked) => onChange({ withTeam: checked })} />
    </>
  );
}

interface TeamCheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The checkbox that makes the count a count of the workstation's team. */
function TeamCheckbox({ checked, onChange }: TeamCheckboxProps) {
  if (!useMayShare()) return null;
  return (
    <Checkbox
      label={TEAM.withTeam}
      description={TEAM.withTeamHint}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** The control that chooses the kind of list to count. */
function KindControl({ kind, onChange }: { readonly kind: Kind; readonly onChange: (kind: Kind) => void }) {
  return (
    <SegmentedControl
      aria-label={START.of}
      value={kind}
      onChange={onChange}
      data={[
        { value: "location", label: START.location },
        { value: "view", label: START.view },
        { value: "all", label: START.all },
      ]}
    />
  );
}

/** The views of items: first the built-in views, then the user's views. */
function useItemViews() {
  const saved = useSavedViews();
  return [...BUILT_IN_VIEWS.items, ...saved.filter(({ resource }) => resource === "items")];
}

function useChosen(
  kind: Kind,
  locationId: string | null,
  view: ReturnType<typeof useItemViews>[number] | null,
): Chosen | null {
  const api = useConnectionApi();
  const location = useQuery({
    ...recordQuery(api, "locations", locationId ?? ""),
    enabled: locationId !== null,
  });
  if (kind === "all") return { scope: { kind }, query: { version: 1 } };
  if (kind === "view") return view && { scope: { kind, name: view.name }, query: queryOfView(view) };
  if (locationId === null) return null;
  const name = recordName(locationId, location.data);
  const filter = { field: "locationId", op: "is", value: locationId } as const;
  return { scope: { kind, id: locationId, name }, query: { version: 1, filter } };
}

function queryOfView({ definition: { search, filters, sort } }: Pick<SavedView, "definition">): Query {
  return compileQuery({ search, chips: filters, sort }, today());
}

/** The number of items in the list; null until the number is loaded. */
function useTotal(chosen: Chosen | null, withCheckedOut: boolean): number | null {
  const api = useConnectionApi();
  const query = chosen?.query ?? { version: 1 };
  const all = [
    ...(query.filter ? [query.filter] : []),
    NOT_ARCHIVED,
    ...(withCheckedOut ? [] : [NOT_CHECKED_OUT]),
  ];
  const { data } = useQuery({
    ...countQuery(api, "items", { ...query, filter: { all } }),
    enabled: chosen !== null,
  });
  return chosen && data ? data.total : null;
}

/** Shows how long the list is, or the reason why it cannot be counted. A blind count hides the length of its list. */
function Expected({ total, blind }: { readonly total: number | null; readonly blind: boolean }) {
  if (total === null) return null;
  const isTooLong = total > MAX_EXPECTED;
  if (blind && total > 0 && !isTooLong) return null;
  return (
    <p className={isTooLong || total === 0 ? "sd-problem" : "sd-note"} role="status">
      {isTooLong ? START.tooLong({ items: MAX_EXPECTED }) : START.rows({ rows: total })}
    </p>
  );
}
