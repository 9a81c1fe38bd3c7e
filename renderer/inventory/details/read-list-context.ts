import { parseQuery, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";

/** Reads the query of the table that a record's window was opened from. @security an address may contain anything. */
export function readListContext(resource: Resource, listContext: unknown): Query | null {
  try {
    return parseQuery(resource, listContext);
  } catch {
    return null;
  }
}
