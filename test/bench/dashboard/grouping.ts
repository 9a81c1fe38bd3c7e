import path from "node:path";
import {
  aggregationFn_sum,
  columnGroupingFeature,
  constructTable,
  createGroupedRowModel,
  rowAggregationFeature,
  tableFeatures,
} from "@tanstack/react-table";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import { openInventoryStore, type InventoryStore } from "../../../electron/index/inventory-store.ts";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import { fillCopy } from "../../helpers/fill-copy.ts";
import { generateRecords } from "../../helpers/records.ts";
import { compare, milliseconds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";

const ROUNDS = 9;
/** The fields to group by, in turns, so that no round finds a cached result. */
const FIELDS = ["locationId", "materialTypeId", "status"] as const;
type Item = Readonly<Record<string, unknown>>;

/**
 * Measures grouping with the sum of a number in each group. Our time is from the call to the answer, across
 * threads; TanStack Table holds the same rows in memory. AG Grid groups only in its paid edition, whose trial
 * licence is for prospective buyers.
 */
export async function* groupingFigures(): AsyncGenerator<Figure> {
  for (const items of [100_000, 1_000_000] as const) {
    const folder = await temporaryFolder();
    const file = path.join(folder, "inventory.sqlite");
    fillCopy(file, items);
    const store = await openInventoryStore(file);
    const groupInMemory = tanstackOver([...generateRecords(items, 5_000)].flat());
    let turn = 0;
    const nextField = (): (typeof FIELDS)[number] => {
      // Each round is one turn of ours and one turn of TanStack's.
      const field = FIELDS[Math.floor(turn / 2) % FIELDS.length] ?? FIELDS[0];
      turn += 1;
      return field;
    };
    yield await compare(
      `group ${items === 100_000 ? "100k" : "1m"}`,
      ROUNDS,
      () => milliseconds(() => groupInStore(store, nextField(), turn)),
      { name: "TanStack Table", run: () => milliseconds(() => groupInMemory(nextField())) },
    );
    await store.close();
    await removeFolder(folder);
  }
}

/**
 * Groups in the store, largest sum first. Each round has another filter that all rows match, so that no
 * answer is cached.
 */
async function groupInStore({ reader }: InventoryStore, field: string, turn: number): Promise<void> {
  const order = { by: "sum", field: "remainingLength", direction: "desc" } as const;
  const groups: Groups = { levels: 1, closed: true, exceptions: [], order };
  const filter = { field: "remainingLength", op: "gte", value: -1 - turn } as const;
  const query: Query = { version: 1, filter, sort: [{ field, direction: "asc" }] };
  const { lines } = await reader.lines("items", query, groups, 0, 100, Date.now());
  if (lines.length < 3) throw new Error(`only ${lines.length} groups by ${field}`);
}

/** Groups rows that TanStack Table holds, and orders the groups by their sums. */
function tanstackOver(items: readonly Item[]): (field: string) => void {
  const features = tableFeatures({
    columnGroupingFeature,
    rowAggregationFeature,
    groupedRowModel: createGroupedRowModel(),
    coreReactivityFeature: storeReactivityBindings(),
  });
  const table = constructTable({
    features,
    data: items,
    columns: [
      ...FIELDS.map((name) => ({ id: name, accessorFn: (item: Item) => item[name] })),
      {
        id: "remainingLength",
        accessorFn: (item: Item) => item["remainingLength"],
        aggregationFn: aggregationFn_sum,
      },
    ],
  });
  return (field) => {
    table.setGrouping([field]);
    const { rows } = table.getGroupedRowModel();
    const sums = rows.map((row) => Number(row.getValue("remainingLength")));
    sums.sort((a, b) => b - a);
    if (sums.length < 3 || sums.some(Number.isNaN)) throw new Error(`no sums by ${field}`);
  };
}
