import { queryOptions } from "@tanstack/react-query";
import type { Roll } from "../../../shared/features/cut-finder/cut-types.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { readRows } from "../../inventory/records/read-rows.ts";

/**
 * The most rolls that a plan considers: the longest rolls of the stock. So every piece that fits any roll gets a roll.
 */
export const MAX_ROLLS = 10_000;

/** An available item as a roll. */
export interface StockRoll extends Roll {
  readonly name: string;
  readonly locationName: string | null;
}

export interface Stock {
  /** The available rolls, the longest first. */
  readonly rolls: readonly StockRoll[];
  /** The number of all available rolls. */
  readonly total: number;
}

/**
 * The query for a type's available items with a remaining length. The result is null if the items keep changing. It is
 * fetched again after each refresh.
 */
export const stockQuery = (api: ConnectionApi, typeId: string) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "items", api.connectionId, "rolls", typeId],
    queryFn: () =>
      readRows(
        api,
        "items",
        availableOf(typeId),
        (total) => {
          const rolls: StockRoll[] = [];
          return {
            take: (rows) => rolls.push(...rows.map(rollOf)),
            end: (): Stock => ({ rolls, total }),
          };
        },
        MAX_ROLLS,
      ),
  });

function availableOf(typeId: string): Query {
  return {
    version: 1,
    filter: {
      all: [
        { field: "materialTypeId", op: "is", value: typeId },
        { field: "status", op: "is", value: "available" },
        { field: "remainingLength", op: "gt", value: 0 },
      ],
    },
    sort: [{ field: "remainingLength", direction: "desc" }],
  };
}

export function rollOf(row: Row): StockRoll {
  const id = String(row["id"]);
  return {
    id,
    name: textOf(row["name"]) ?? id,
    length: Number(row["remainingLength"] ?? 0),
    locationId: textOf(row["locationId"]),
    locationName: textOf(row["locationName"]) ?? textOf(row["locationId"]),
  };
}

const textOf = (value: Row[string] | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;
