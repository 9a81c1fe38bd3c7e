import path from "node:path";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { fillCopy } from "../helpers/fill-copy.ts";
import { against, median, milliseconds, type Figure } from "./figure.ts";
import { removeFolder, temporaryFolder } from "./folder.ts";

const ITEMS = 1_000_000;
const ROUNDS = 5;
const LIMIT = { name: "limit", value: 300 } as const;
const EVERYTHING = { version: 1 } as const;

/** Queries of each kind. Each needs its own column of numbers. */
const QUERIES: Readonly<Record<string, (reader: InventoryReader, now: number) => unknown>> = {
  sort: (reader, now) =>
    reader.window(
      "items",
      { version: 1, sort: [{ field: "remainingLength", direction: "asc" }] },
      500_000,
      100,
      now,
    ),
  filter: (reader, now) =>
    reader.count("items", { version: 1, filter: { field: "weight", op: "gte", value: 20 } }, now),
  date: (reader, now) =>
    reader.count(
      "items",
      { version: 1, filter: { field: "updatedAt", op: "withinLast", value: "P30D" } },
      now,
    ),
  facet: (reader, now) => reader.histogram("items", EVERYTHING, "originalLength", 20, now),
  sum: (reader, now) => reader.totals("items", EVERYTHING, ["startingLength"], now),
};

/** Measures the first query that needs a column of numbers. The store works alone, and has read its index. */
export async function* numberColumnBench(): AsyncGenerator<Figure> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "inventory.sqlite");
  fillCopy(file, ITEMS);
  const times = new Map<string, number[]>(Object.keys(QUERIES).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = Date.now();
    const reader = new InventoryReader(file);
    reader.count("items", EVERYTHING, now);
    for (const [name, query] of Object.entries(QUERIES))
      times.get(name)?.push(await milliseconds(() => query(reader, now)));
    reader.close();
  }
  for (const [name, taken] of times) yield against(`number-column-1m-${name}`, median(taken), "ms", LIMIT);
  await removeFolder(folder);
}
