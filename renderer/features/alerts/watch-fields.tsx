import type { ComponentType } from "react";
import { Input, Select, SegmentedControl, TextInput } from "@mantine/core";
import { today } from "../../base/clock.ts";
import { QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import { NumberField } from "../../ui/fields.tsx";
import { CurrencySelect } from "../../table/filters/currency-select.tsx";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { isShownOtherwise, unitOfField } from "../../inventory/units/shown-units.ts";
import { isAddable, useUnits } from "../../inventory/units/unit-queries.ts";
import type { FormPart, RuleNames } from "../../../shared/features/alerts/alert-kind.ts";
import { kindOf } from "../../../shared/features/alerts/alert-words.ts";
import { addedAsSent, RULE_DIALOG, RULE_EVENTS, SUMS, RULE_DIRECTIONS } from "./messages.ts";
import { withView, type RuleProblems, type WatchDraft } from "./rule-draft.ts";

interface WatchFieldsProps {
  readonly watch: WatchDraft;
  readonly problems: RuleProblems;
  readonly names: RuleNames;
  readonly onChange: (part: Partial<WatchDraft>) => void;
}

/** The fields for the condition of a rule, with the hint of the rule's kind. */
export function WatchFields(props: WatchFieldsProps) {
  const { parts, hint } = kindOf(props.watch.kind).form;
  return (
    <>
      {parts.map((part) => {
        const Part = PARTS[part];
        return <Part key={part} {...props} />;
      })}
      {hint && <p className="sd-note">{hint}</p>}
    </>
  );
}

const PARTS: Readonly<Record<FormPart, ComponentType<WatchFieldsProps>>> = {
  view: ViewSelect,
  event: ({ watch, onChange }) => (
    <Choice
      label={RULE_DIALOG.event}
      labels={RULE_EVENTS}
      value={watch.event}
      onChange={(event) => onChange({ event })}
    />
  ),
  amount: AmountFields,
  type: ({ watch, onChange }) => (
    <TypeSelect
      label={RULE_DIALOG.type}
      placeholder={RULE_DIALOG.anyType}
      nothingFound={RULE_DIALOG.noType}
      value={watch.typeId}
      onPick={(typeId) => onChange({ typeId })}
      onClear={{ label: RULE_DIALOG.clearType, act: () => onChange({ typeId: null }) }}
    />
  ),
  record: ({ watch: { record }, problems, names }) =>
    record && (
      <TextInput
        label={RULE_DIALOG.record}
        readOnly
        error={problems.record}
        value={names.record(record.resource, record.id)}
      />
    ),
  hours: ({ watch, problems, onChange }) => (
    <NumberField
      label={RULE_DIALOG.hours}
      value={watch.hours}
      min={0}
      size="xs"
      error={problems.hours}
      onChange={(hours) => onChange({ hours })}
    />
  ),
};

/** The field that chooses a saved view of any table. */
function ViewSelect({ watch, problems, names: { views }, onChange }: WatchFieldsProps) {
  const groups = RESOURCES.map((resource) => ({
    group: RESOURCE_LABELS[resource],
    items: views
      .filter((view) => view.resource === resource)
      .map(({ id, name }) => ({ value: id, label: name })),
  })).filter(({ items }) => items.length > 0);
  return (
    <Select
      label={RULE_DIALOG.view}
      data={groups}
      value={views.some(({ id }) => id === watch.viewId) ? watch.viewId : null}
      placeholder={RULE_DIALOG.view}
      searchable
      disabled={views.length === 0}
      description={views.length === 0 ? RULE_DIALOG.noViews : undefined}
      error={problems.view}
      onChange={(id) => {
        const view = views.find((saved) => saved.id === id);
        if (view) onChange(withView(watch, view));
      }}
    />
  );
}

const COUNT_ROWS = "";

/** The fields for a view's amount and its thresholds. The amount is the number of rows or a field's sum. */
function AmountFields({ watch, problems, names: { views }, onChange }: WatchFieldsProps) {
  const view = views.find(({ id }) => id === watch.viewId);
  const sums = view ? QUERY_FIELDS[view.resource].filter(({ kind }) => kind === "number") : [];
  const sum = sums.find(({ name }) => name === watch.sum);
  // The field with the currencies, if the amounts to add are money.
  const money = sum?.isMoney ? sum.measuredIn : undefined;
  return (
    <>
      <Select
        label={RULE_DIALOG.measure}
        data={[
          { value: COUNT_ROWS, label: RULE_DIALOG.count },
          ...sums.map(({ name, label }) => ({ value: name, label: SUMS.sum({ field: label }) })),
        ]}
        value={watch.sum ?? COUNT_ROWS}
        onChange={(name) => onChange({ sum: name === COUNT_ROWS ? null : name, currency: null })}
      />
      {view && sum && <SumNote view={view} field={sum} />}
      {view && money && (
        <CurrencySelect
          key={money}
          label={RULE_DIALOG.currency}
          resource={view.resource}
          field={money}
          query={EVERYTHING}
          value={watch.currency}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      <Choice
        label={RULE_DIALOG.direction}
        labels={RULE_DIRECTIONS}
        value={watch.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <div className="sd-pair">
        <NumberField
          label={RULE_DIALOG.threshold}
          size="xs"
          value={watch.threshold}
          error={problems.threshold}
          onChange={(threshold) => onChange({ threshold })}
        />
        <NumberField
          label={RULE_DIALOG.clearAt}
          size="xs"
          value={watch.clearAt}
          error={problems.clearAt}
          onChange={(clearAt) => onChange({ clearAt })}
        />
      </div>
      <p className="sd-note">{RULE_DIALOG.clearHint}</p>
    </>
  );
}

interface SumNoteProps {
  readonly view: Pick<SavedView, "definition">;
  readonly field: Field;
}

/** Explains a sum that differs from the sums on screen: its numbers have no unit, or the unit of the service. */
function SumNote({ view: { definition }, field }: SumNoteProps) {
  const units = useUnits();
  const query = compileQuery({ search: definition.search, chips: definition.filters, sort: [] }, today());
  if (!isAddable(field, query, units))
    return <p className="sd-note">{SUMS.withoutUnit({ field: field.label })}</p>;
  if (!isShownOtherwise(units, field)) return null;
  return <p className="sd-note">{addedAsSent(unitOfField(units, field))}</p>;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly labels: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice between two values. */
function Choice<Value extends string>({ label, labels, value, onChange }: ChoiceProps<Value>) {
  const data = Object.entries<string>(labels).map(([key, text]) => ({ value: key as Value, label: text }));
  return (
    <Input.Wrapper size="xs" label={label} labelElement="div">
      <div>
        <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
      </div>
    </Input.Wrapper>
  );
}
