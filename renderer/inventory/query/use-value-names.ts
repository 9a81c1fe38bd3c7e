import { useQueries } from "@tanstack/react-query";
import type { Field } from "../../../shared/domain/fields.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { valueLabel } from "../labels/labels.ts";
import { recordName, recordQuery } from "./result-queries.ts";

/** Words for values of a field: the names behind a reference's ids, else the value's own word. */
export function useValueNames(field: Field, values: readonly string[]): (value: string) => string {
  const copy = useLocalCopy();
  const { references } = field;
  const records = useQueries({
    queries: references ? values.map((id) => recordQuery(copy, references, id)) : [],
  });
  return (value) => {
    if (!references) return valueLabel(field.name, value);
    return recordName(value, records[values.indexOf(value)]?.data);
  };
}
