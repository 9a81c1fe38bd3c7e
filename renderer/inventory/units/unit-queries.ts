import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { NO_UNITS, unitsOf, type Units } from "../../../shared/inventory/units.ts";
import { hasOneValue, type Query } from "../../../shared/query/query.ts";
import { useSaveRecords, useSingleRecord } from "../../host/documents.ts";
import { succeeds } from "../../ui/notify.tsx";

/** The units of the open connection's numbers; `NO_UNITS` until they are loaded. */
export function useUnits(): Units {
  return useSingleRecord("units") ?? NO_UNITS;
}

/** Saves units. The page shows the new units at once. */
export function useSaveUnits(): (units: Units) => Promise<boolean> {
  const save = useSaveRecords("units");
  return (value) => succeeds(save([{ id: SINGLE_RECORD, value }]));
}

/** True if the numbers in a query's result can be added. There may be one sum for each unit. */
export function isAddable({ addedWithin, measures }: Field, { filter }: Query, units: Units): boolean {
  if (addedWithin === undefined || hasOneValue(filter, addedWithin)) return true;
  return measures !== undefined && unitsOf(units, measures.quantity).every((unit) => unit !== null);
}
