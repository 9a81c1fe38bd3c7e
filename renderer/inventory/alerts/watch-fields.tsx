import { Group, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { QUERY_FIELDS } from "../../../shared/domain/fields.ts";
import { assertNever } from "../../../shared/text/assert-never.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { NumberField } from "../../ui/number-field.tsx";
import { RESOURCE_LABELS } from "../labels/labels.ts";
import { namedTypesQuery } from "../low-stock/threshold-queries.ts";
import { recordQuery } from "../query/result-queries.ts";
import { useSavedViews } from "../views/use-views.ts";
import { RULE, sumOf } from "./messages.ts";
import type { RuleDraft } from "./rule-draft.ts";

interface WatchFieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}

/** The fields that the kind of a rule needs. */
export function WatchFields({ draft, onChange }: WatchFieldsProps) {
  switch (draft.kind) {
    case "view":
      return (
        <>
          <ViewField draft={draft} onChange={onChange} />
          <SegmentedControl
            aria-label={RULE.event}
            value={draft.event}
            onChange={(event) => onChange({ ...draft, event })}
            data={[
              { value: "enters", label: RULE.enters },
              { value: "leaves", label: RULE.leaves },
            ]}
          />
        </>
      );
    case "amount":
      return <AmountFields draft={draft} onChange={onChange} />;
    case "low":
      return <TypeField draft={draft} onChange={onChange} />;
    case "stale":
      return (
        <NumberField
          label={RULE.hours}
          w={240}
          min={1}
          value={draft.hours}
          onChange={(hours) => onChange({ ...draft, hours })}
        />
      );
    case "record":
      return <WatchedRecord draft={draft} />;
    case "outLonger":
    case "key":
      return null;
    default:
      return assertNever(draft.kind, "unknown kind of rule");
  }
}

function ViewField({ draft, onChange }: WatchFieldsProps) {
  const views = useSavedViews();
  return (
    <Select
      label={RULE.view}
      description={views.length === 0 ? RULE.noViews : undefined}
      disabled={views.length === 0}
      allowDeselect={false}
      value={draft.viewId}
      onChange={(viewId) => onChange({ ...draft, viewId, measure: "count" })}
      data={views.map(({ id, name, resource }) => ({
        value: id,
        label: `${name} (${RESOURCE_LABELS[resource].title})`,
      }))}
    />
  );
}

function AmountFields({ draft, onChange }: WatchFieldsProps) {
  const view = useSavedViews().find(({ id }) => id === draft.viewId);
  const numbers = view ? QUERY_FIELDS[view.resource].filter(({ kind }) => kind === "number") : [];
  return (
    <>
      <ViewField draft={draft} onChange={onChange} />
      <Select
        label={RULE.measure}
        allowDeselect={false}
        value={draft.measure}
        onChange={(measure) => measure && onChange({ ...draft, measure })}
        data={[
          { value: "count", label: RULE.count },
          ...numbers.map(({ name, label }) => ({ value: name, label: sumOf(label) })),
        ]}
      />
      <SegmentedControl
        aria-label={RULE.direction}
        value={draft.direction}
        onChange={(direction) => onChange({ ...draft, direction })}
        data={[
          { value: "above", label: RULE.above },
          { value: "below", label: RULE.below },
        ]}
      />
      <Group gap={12} align="flex-start" grow>
        <NumberField
          label={RULE.threshold}
          value={draft.threshold}
          onChange={(threshold) => onChange({ ...draft, threshold })}
        />
        <NumberField
          label={RULE.clearAt}
          value={draft.clearAt}
          onChange={(clearAt) => onChange({ ...draft, clearAt })}
        />
      </Group>
      <p className="sd-note">{RULE.clearHint}</p>
    </>
  );
}

const ANY = "any";

function TypeField({ draft, onChange }: WatchFieldsProps) {
  const { data } = useQuery(namedTypesQuery(useLocalCopy()));
  return (
    <Select
      label={RULE.type}
      searchable
      allowDeselect={false}
      limit={100}
      // An id cannot be "any" here: ids and the choice are told apart by their prefix.
      value={draft.typeId === null ? ANY : `id ${draft.typeId}`}
      onChange={(value) => value && onChange({ ...draft, typeId: value === ANY ? null : value.slice(3) })}
      data={[
        { value: ANY, label: RULE.anyType },
        ...(data ?? []).map(({ id, name }) => ({ value: `id ${id}`, label: name })),
      ]}
    />
  );
}

function WatchedRecord({ draft: { record } }: Pick<WatchFieldsProps, "draft">) {
  const copy = useLocalCopy();
  const { data } = useQuery({
    ...recordQuery(copy, record?.resource ?? "items", record?.id ?? ""),
    enabled: record !== null,
  });
  return (
    <p>
      {RULE.record}: <strong>{String(data?.row["name"] ?? record?.id)}</strong>
    </p>
  );
}
