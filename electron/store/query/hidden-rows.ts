import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Database } from "../database/open-database.ts";

/** Whether any row of a table is hidden because the service no longer returns it; one look into a small index. */
export function someHidden(database: Database, resource: Resource): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM ${resource} WHERE noLongerReturnedSince IS NOT NULL) AS some`;
  return (database.prepare(sql).get() as { some: number }).some === 1;
}
