import { Checkbox, TextInput } from "@mantine/core";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { valueLabel, LABELS } from "../../inventory/labels/messages.ts";
import { nameIn, useNames } from "../../inventory/names/name-queries.ts";
import { facetsQuery, recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import classes from "./filters.module.css";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { useScannedValues } from "./use-scanned-values.ts";
import { VALUES } from "./messages.ts";

type Choice = Extract<FieldFilter, { kind: "choice" }>;

/** The most values that are listed. The search box finds further values. */
const LISTED_VALUES = 200;
/**
 * From this number of values on, a list has a search box. For fields with an open set of values, the list always has a
 * search box.
 */
const SEARCHED_FROM = 8;

interface ChoiceEditorProps {
  readonly resource: Resource;
  readonly field: Field;
  /** The query of the table without this filter. */
  readonly others: Query;
  readonly filter: Choice;
  readonly onChange: (filter: Choice) => void;
}

/**
 * The list from which the user picks values of a field. Each value shows its number of rows under the other filters.
 */
export function ChoiceEditor({ resource, field, others, filter, onChange }: ChoiceEditorProps) {
  const api = useConnectionApi();
  useScannedValues({ resource, field, others, filter, onChange });
  const [search, setSearch] = useState("");
  const facets = useQuery({
    ...facetsQuery(api, resource, others, field.name, { search: search.trim(), limit: LISTED_VALUES }),
    placeholderData: keepPreviousData,
  });
  // The values that were chosen at first come first and stay there while the user ticks boxes.
  const [leading] = useState(filter.values);
  const nameOf = useValueNames(field, leading);

  const found = facets.data?.values ?? [];
  const missing =
    search === "" ? leading.filter((value) => !found.some((facet) => facet.value === value)) : [];
  const options = [
    ...missing.map((value) => ({ value, label: nameOf(value), count: 0 })),
    ...found.map(({ value, label, count }) => ({
      value,
      label: label ?? (value === "" ? LABELS.emptyText : valueLabel(field.name, value)),
      count,
    })),
  ];
  const toggle = (value: string): void => {
    const values = filter.values.includes(value)
      ? filter.values.filter((other) => other !== value)
      : [...filter.values, value];
    onChange({ ...filter, values });
  };
  const distinct = facets.data?.distinct ?? 0;
  const searched = field.kind !== "enum" || distinct > SEARCHED_FROM || search !== "";

  return (
    <>
      {searched && (
        <TextInput
          aria-label={VALUES.searchOf({ field: field.label })}
          placeholder={distinct > 0 ? VALUES.searchCount({ values: distinct }) : VALUES.search}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <div className={classes.options} role="group" aria-label={field.label}>
        {options.map(({ value, label, count }) => (
          <Option
            key={value}
            label={label}
            id={field.references ? value : undefined}
            count={count}
            checked={filter.values.includes(value)}
            onToggle={() => toggle(value)}
          />
        ))}
        {search === "" && ((facets.data?.empty ?? 0) > 0 || filter.empty) && (
          <Option
            label={VALUES.empty}
            count={facets.data?.empty ?? 0}
            checked={filter.empty}
            onToggle={() => onChange({ ...filter, empty: !filter.empty })}
          />
        )}
        {search !== "" && facets.isSuccess && options.length === 0 && (
          <p className={classes.hint}>{VALUES.noMatch}</p>
        )}
        {facets.error && <p className={classes.hint}>{facets.error.message}</p>}
      </div>
      {found.length >= LISTED_VALUES && distinct > found.length && (
        <p className={classes.hint}>{VALUES.mostFrequent({ count: found.length })}</p>
      )}
    </>
  );
}

interface OptionProps {
  readonly label: string;
  /** The id, if the label of the value is a name. */
  readonly id?: string | undefined;
  readonly count: number;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

function Option({ label, id, count, checked, onToggle }: OptionProps) {
  return (
    <Checkbox
      size="xs"
      checked={checked}
      onChange={onToggle}
      classNames={{ body: classes.optionBody, labelWrapper: classes.optionLabel }}
      label={
        <span className={classes.option} title={id}>
          <span className="sd-cut">{label}</span>
          <span className="sd-num sd-dimmed">{formatCount(count)}</span>
        </span>
      }
    />
  );
}

/** Returns a function that labels a field's values: with the names of ids, or the labels of values. */
export function useValueNames(field: Field, values: readonly string[]): (value: string) => string {
  const api = useConnectionApi();
  const nameBook = useNames();
  const references = field.references === "names" ? undefined : field.references;
  const records = useQueries({
    queries: references ? values.map((id) => recordQuery(api, references, id)) : [],
  });
  return (value) => {
    if (value === "") return LABELS.emptyText;
    if (field.references === "names") return nameIn(nameBook, value) ?? value;
    if (!references) return valueLabel(field.name, value);
    return recordName(value, records[values.indexOf(value)]?.data);
  };
}
