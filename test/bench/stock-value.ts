import fs from "node:fs/promises";
import path from "node:path";
import { COMPUTATIONS } from "../../electron/hosts/core/computations.ts";
import { READER_TASKS } from "../../electron/hosts/core/store-tasks.ts";
import { InventoryReader } from "../../electron/index/inventory-reader.ts";
import { InventoryWriter } from "../../electron/store/ingest/inventory-writer.ts";
import { localDay } from "../../shared/base/time/local-day.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { DIMENSIONS } from "../../shared/inventory/stock.ts";
import { NO_UNITS } from "../../shared/inventory/units.ts";
import type { PriceBasis } from "../../shared/features/stock-value/valuation.ts";
import { fillCopy } from "../helpers/fill-copy.ts";
import { generateRecords } from "../helpers/records.ts";
import { against, compare, median, milliseconds, type Figure } from "./figure.ts";
import { removeFolder, temporaryFolder } from "./folder.ts";

const ITEMS = 1_000_000;
/** The material types of the items of `fillCopy`. */
const [TYPES, LOCATIONS] = [60, 12];
/** The number of items that a refresh changes. */
const CHANGES = 1_000;
const ROUNDS = 7;
const LIMIT = { name: "limit", value: 50 } as const;
const NOW = Date.UTC(2026, 0, 2);
const CURRENCIES = ["EUR", "USD", "JPY"];

const UNITS = { ...NO_UNITS, length: "ft", weight: "lb", weighing: "net" } as const;

/** Measures the stock's value at a million items: its sums by group, and what it adds to a refresh. */
export async function* stockValueBench(): AsyncGenerator<Figure> {
  const folder = await temporaryFolder();
  const [valuedFile, plainFile] = ["valued", "plain"].map((name) => path.join(folder, `${name}.sqlite`));
  if (!valuedFile || !plainFile) return;
  fillCopy(valuedFile, ITEMS);
  await fs.copyFile(valuedFile, plainFile);
  const valued = new Workstation(valuedFile, { foot: "foot", pound: "pound" });
  const plain = new Workstation(plainFile, {});
  for (const field of ["materialTypeId", "locationId", "checkedOutToUserId"]) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      times.push(await milliseconds(() => valued.breakdown(field)));
    yield against(`value-by-${field}-1m`, median(times.slice(1)), "ms", LIMIT);
  }
  let round = 0;
  yield await compare("refresh-with-value-1m", ROUNDS, () => valued.refresh((round += 1)), {
    name: "refresh without value",
    run: () => plain.refresh((round += 1)),
  });
  valued.close();
  plain.close();
  await removeFolder(folder);
}

/** A copy with its writer and reader in this thread. */
class Workstation {
  readonly #writer: InventoryWriter;
  readonly #reader: InventoryReader;
  readonly #bases: ReadonlyMap<string, PriceBasis>;
  #sequence = 10;

  constructor(file: string, bases: Readonly<Record<string, PriceBasis>>) {
    this.#writer = new InventoryWriter(file, COMPUTATIONS);
    this.#reader = new InventoryReader(file, READER_TASKS);
    this.#bases = new Map(Object.entries(bases));
    this.#store(
      "types",
      Array.from({ length: TYPES }, (_, at) => ({
        id: `type-${at}`,
        name: `Type ${at}`,
        pricingBasis: at % 2 === 0 ? "foot" : "pound",
        pricePerFoot: 0.25 + at / 100,
        pricePerPound: 1.5 + at / 100,
        currency: CURRENCIES[at % CURRENCIES.length],
      })),
    );
    // Without locations, all items would have the data problem "unknown location".
    this.#store(
      "locations",
      Array.from({ length: LOCATIONS }, (_, at) => ({ id: `loc-${at}`, name: `Location ${at}` })),
    );
    this.#compute();
  }

  /** The value by a field of items, in the parts of the stock cards. */
  breakdown(field: string): void {
    const parts = ["available", "checked_out"].map(
      (value) => ({ field: "status", op: "is", value }) as const,
    );
    this.#reader.breakdown("items", { version: 1 }, { by: { field }, parts, fields: ["value"] }, NOW);
  }

  /** Stores changed items, updates the index, and computes all columns. @returns ms. */
  async refresh(round: number): Promise<number> {
    const [records = []] = generateRecords(CHANGES, CHANGES);
    const updatedAt = new Date(Date.UTC(2026, 0, 1) + round * 60_000).toISOString();
    const changed = records.map((record, at) => ({
      ...record,
      updatedAt,
      remainingLength: (at * 31 + round * 97) % 1_000,
    }));
    return milliseconds(() => {
      this.#store("items", changed);
      this.#compute();
    });
  }

  #store(resource: Resource, records: readonly unknown[]): void {
    this.#sequence += 1;
    const fetched = { sequence: this.#sequence, at: NOW, servedBy: NOW, verified: false };
    this.#writer.beginListing(resource, this.#writer.beginPass().pass);
    const finish = { everything: false, facts: {} };
    this.#writer.storePages(resource, [{ records, requestId: null, fetched }], finish);
  }

  /** Computes the columns in both phases, as after a pass. */
  #compute(): void {
    const today = localDay(new Date(NOW));
    const moment = { now: NOW, answeredAt: NOW, passDay: today, today };
    const empty = {
      problems: [],
      late: { all: null, types: new Map() },
      "low-stock": new Map(),
      "stock-value": { types: [], locations: [] },
    };
    const value = { bases: this.#bases, types: new Map(), units: UNITS };
    this.#writer.compute("rows", { ...moment, stock: [] }, { ...empty, value });
    this.#reader.count("items", { version: 1 }, NOW);
    const stock = DIMENSIONS.flatMap((dimension) => this.#reader.stockNow(dimension, NOW) ?? []);
    const [types, locations] = DIMENSIONS.map((dimension) =>
      this.#reader.runTask("stock-value.sums", dimension),
    );
    this.#writer.compute(
      "stock",
      { ...moment, stock },
      { ...empty, value, "stock-value": { types, locations } },
    );
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
  }
}
