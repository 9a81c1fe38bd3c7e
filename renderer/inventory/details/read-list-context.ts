import { parseQuery, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";

/**
 * Reads the list context of a record's own window: the query of the table it was opened from. Null if there is none.
 * @security an address may contain anything; what is not a query of these records is ignored.
 */
export function readListContext(resource: Resource, among: unknown): Query | null {
  try {
    return parseQuery(resource, among);
  } catch {
    return null;
  }
}
