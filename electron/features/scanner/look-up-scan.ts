import type { FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { naturalKey } from "../../../shared/base/text/natural-order.ts";
import { prepared, type Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";

interface LookUp {
  /** The texts to look up, the preferred text first. */
  readonly texts: readonly string[];
  readonly resources: readonly Resource[];
  /** The most records to return. */
  readonly limit: number;
}

interface Found {
  readonly records: FoundRecord[];
  readonly more: boolean;
}

/**
 * The ways to look up a text, in their order. An id is unique, so it also finds a row that is no longer returned. The
 * index of names contains sort keys, so a name is looked up by its sort key and its text.
 */
const CONDITIONS = {
  id: "t.id = :text",
  name: "t.nameSort = :key AND t.name = :text AND t.noLongerReturnedSince IS NULL",
  "name of a missing row": "t.nameSort = :key AND t.name = :text AND t.noLongerReturnedSince IS NOT NULL",
} as const;
type Way = keyof typeof CONDITIONS;
const WAYS = Object.keys(CONDITIONS) as readonly Way[];

/** Looks up scanned texts, each in all ways. The result is that of the first way that finds a record. */
export const LOOK_UP_SCAN: ThreadTask<ReadingContext, LookUp, Found> = {
  name: "lookUpScan",
  run: ({ database }, { texts, resources, limit }) => {
    for (const text of texts) {
      for (const way of WAYS) {
        const records = resources.flatMap((resource) =>
          findRecords(database, resource, way, text, limit + 1),
        );
        if (records.length > 0) return { records: records.slice(0, limit), more: records.length > limit };
      }
    }
    return { records: [], more: false };
  },
};

function findRecords(
  database: Database,
  resource: Resource,
  way: Way,
  text: string,
  limit: number,
): FoundRecord[] {
  const values = way === "id" ? { text, limit } : { text, limit, key: naturalKey(text) };
  const rows = prepared(database, lookUpSql(resource, way)).all(values) as Omit<FoundRecord, "resource">[];
  return rows.map((row) => ({ resource, ...row }));
}

const OTHER_NAMES: Readonly<Record<Resource, string>> = {
  items: `(SELECT name FROM types WHERE id = t.materialTypeId) AS typeName,
    (SELECT name FROM locations WHERE id = t.locationId) AS locationName`,
  types: "NULL AS typeName, NULL AS locationName",
  locations: "NULL AS typeName, NULL AS locationName",
};

/** The statement that looks up `:text`. To look up a name, it also needs the name's sort key as `:key`. */
export function lookUpSql(resource: Resource, way: Way): string {
  return `SELECT t.id, t.name, ${OTHER_NAMES[resource]} FROM ${resource} AS t
    WHERE ${CONDITIONS[way]} ORDER BY t.id LIMIT :limit`;
}
