import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import { useSaveRecords, useSingleRecord } from "../../host/documents.ts";
import { succeeds } from "../../ui/notify.tsx";

/** The units of the open connection's numbers; none until they are loaded. */
export function useUnits(): Units {
  return useSingleRecord("units") ?? NO_UNITS;
}

/** Saves units, which the page shows at once. */
export function useSaveUnits(): (units: Units) => Promise<boolean> {
  const save = useSaveRecords("units");
  return (value) => succeeds(save([{ id: SINGLE_RECORD, value }]));
}
