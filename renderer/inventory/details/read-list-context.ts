import { parseQuery, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";

/**
 * Reads the query of the table that a record's own window goes through; null where its address has none.
 * @security anything may stand in an address; what is no query of these records is none.
 */
export function readListContext(resource: Resource, among: unknown): Query | null {
  try {
    return parseQuery(resource, among);
  } catch {
    return null;
  }
}
