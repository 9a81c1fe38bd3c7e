import { notifications } from "@mantine/notifications";
import { useLayoutEffect, useRef } from "react";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useScans } from "../../commands/scans.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { valueOrNotice } from "../../ui/notify.tsx";
import { valueLabel } from "../../inventory/labels/messages.ts";
import { noSuchValue, severalValues, SCANS } from "../../inventory/scans/messages.ts";
import { useScanRefusal } from "../../inventory/scans/use-scan-refusal.ts";

type Choice = Extract<FieldFilter, { kind: "choice" }>;

/** The most values in one filter (`fieldFilterSchema`). */
const MAX_VALUES = 1_000;
/**
 * The most values that are read for one scan. All of them contain the scanned text, so the scanned value is among them.
 */
const READ_VALUES = 200;

interface ScannedValue {
  readonly value: string;
  readonly label: string;
}

interface ScannedValuesOptions {
  readonly resource: Resource;
  readonly field: Field;
  /** The query of the table without the filter. */
  readonly others: Query;
  readonly filter: Choice;
  readonly onChange: (filter: Choice) => void;
}

/** Adds scanned values to a filter while its editor is open. */
export function useScannedValues({ resource, field, others, filter, onChange }: ScannedValuesOptions): void {
  const api = useConnectionApi();
  const refuse = useScanRefusal();
  // The next scan may arrive before the table renders the value of this scan.
  const present = useRef(filter);
  useLayoutEffect(() => {
    present.current = filter;
  }, [filter]);
  const add = async (text: string): Promise<void> => {
    const found = await findValues(api, resource, others, field, text);
    const [one, second] = found ?? [];
    if (found === null) return;
    if (one === undefined) return refuse(noSuchValue(text, field.label));
    if (second !== undefined) return refuse(severalValues(text, field.label));
    const { values } = present.current;
    if (values.includes(one.value))
      return void notifications.show({
        message: SCANS.valueChosen({ value: one.label, field: field.label }),
      });
    if (values.length >= MAX_VALUES) return refuse(SCANS.tooManyValues({ values: MAX_VALUES }));
    present.current = { ...present.current, values: [...values, one.value] };
    onChange(present.current);
    notifications.show({ message: SCANS.valueAdded({ value: one.label, field: field.label }) });
  };
  useScans(({ text }) => add(text));
}

/** Finds the values of a field that a scanned text names; null if the values cannot be read. */
async function findValues(
  { host, connectionId }: ConnectionApi,
  resource: Resource,
  others: Query,
  field: Field,
  text: string,
): Promise<readonly ScannedValue[] | null> {
  const { references } = field;
  if (references && references !== "names") {
    const found = await valueOrNotice(host.lookUpScan({ connectionId, text, resources: [references] }));
    return found && found.records.map(({ id, name }) => ({ value: id, label: name }));
  }
  const asked = { connectionId, resource, query: others, field: field.name, limit: READ_VALUES };
  // The page has its own labels for the values of an enumeration, so the core cannot search by label.
  const facets = await valueOrNotice(
    host.queryFacets({ ...asked, ...(field.kind !== "enum" && { search: text.trim() }) }),
  );
  const wanted = text.trim();
  return (
    facets
    && facets.values
      .map(({ value, label }) => ({ value, label: label ?? valueLabel(field.name, value) }))
      .filter(({ value, label }) => value === wanted || label === wanted)
  );
}
