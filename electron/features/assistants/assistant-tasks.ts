import { specifiedField } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { readAlerts, type AlertWindow } from "../alerts/evaluate/alert-rows.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/inventory-reader.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import { nameOfReference } from "../../store/query/row-reader.ts";

/** A value of a field whose name is wanted. */
export interface NamedValue {
  readonly resource: Resource;
  readonly field: string;
  readonly id: string;
}

/** Finds the names of values; null for each without one. */
export const NAME_VALUES: ThreadTask<ReadingContext, readonly NamedValue[], readonly (string | null)[]> = {
  name: "assistants.names",
  run: ({ database }, values) =>
    values.map(({ resource, field: name, id }) => {
      const field = specifiedField(resource, name);
      return field ? nameOfReference(database, field, id) : null;
    }),
};

/** Lists alerts, as the inbox does. `rules` has the ids of the existing rules; null for any rule's alerts. */
export const LIST_ALERTS: ThreadTask<
  ReadingContext,
  {
    readonly filter: "active" | "all";
    readonly offset: number;
    readonly limit: number;
    readonly rules: readonly string[] | null;
  },
  AlertWindow
> = {
  name: "assistants.alerts",
  run: ({ database }, { filter, offset, limit, rules }) =>
    readAlerts(database, filter, offset, limit, rules ?? ruleIds(database)),
};

/** The ids of all rules that have alerts. */
function ruleIds(database: Database): readonly string[] {
  const rows = prepared(database, "SELECT DISTINCT ruleId FROM alerts").all() as { ruleId: string }[];
  return rows.map(({ ruleId }) => ruleId);
}

export const ASSISTANT_TASKS = [NAME_VALUES, LIST_ALERTS] as const;
