import { ITEM_STATUSES, type Resource } from "../../shared/inventory/resource-names.ts";
import type { Item } from "../../shared/inventory/resources.ts";
import { invalid } from "./answers.ts";
import { parseInstant } from "./instant.ts";

/** The parameters of a list request, checked (specification 4.1 and 4.2). */
export interface ListQuery {
  readonly resource: Resource;
  readonly limit: number;
  readonly cursor: string | null;
  /**
   * The filters as the client sent them, because a cursor is bound to them. Lists of material types and locations have
   * no filters.
   */
  readonly filters: ItemFilters;
  /** `updatedSince` in milliseconds since the epoch. */
  readonly since: number | null;
}

/** The filters of `listItems`. */
export interface ItemFilters {
  readonly warehouseId?: string;
  readonly materialTypeId?: string;
  readonly status?: string;
  readonly updatedSince?: string;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 250;
const ITEM_FILTERS = ["warehouseId", "materialTypeId", "status", "updatedSince"] as const;

/**
 * Reads the query of a list endpoint. Unknown parameters are ignored.
 * @throws ServiceError 400 that names the parameter.
 */
export function parseListQuery(resource: Resource, query: URLSearchParams): ListQuery {
  const limit = parseLimit(single(query, "limit"));
  const cursor = single(query, "cursor");
  if (cursor === "") throw invalid("cursor must not be empty. Restart the listing without a cursor.");
  const names = resource === "items" ? ITEM_FILTERS : [];
  const filters: ItemFilters = Object.fromEntries(
    names.map((name) => [name, single(query, name)] as const).filter(([, value]) => value !== null),
  );
  if (filters.status !== undefined && !(ITEM_STATUSES as readonly string[]).includes(filters.status)) {
    throw invalid(`status must be one of ${ITEM_STATUSES.join(", ")}.`);
  }
  const since = filters.updatedSince === undefined ? null : parseInstant(filters.updatedSince);
  if (Number.isNaN(since)) throw invalid("updatedSince must be an ISO 8601 date-time with an offset.");
  return { resource, limit, cursor, filters, since };
}

/** Whether a record passes the filters. The table's own index handles `updatedSince`. */
export function passes(filters: ItemFilters, record: Item): boolean {
  return (
    (filters.status === undefined || record.status === filters.status)
    && (filters.warehouseId === undefined || record.locationId === filters.warehouseId)
    && (filters.materialTypeId === undefined || record.materialTypeId === filters.materialTypeId)
  );
}

function parseLimit(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw invalid(`limit must be an integer from 1 to ${MAX_LIMIT}.`);
  return limit;
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid(`${name} must be given once.`);
  return values[0] ?? null;
}
