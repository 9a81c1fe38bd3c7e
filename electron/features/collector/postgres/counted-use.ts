import { prepared, type Database } from "../../../store/database/open-database.ts";

/** The counted values and uses of one item, as rows without its id. */
interface Counted {
  readonly values: (readonly [measure: string, typeId: string, source: string, value: number])[];
  readonly uses: (readonly [measure: string, typeId: string, at: number, day: string, amount: number])[];
}

interface ValueRow {
  readonly id: string;
  readonly measure: string;
  readonly typeId: string;
  readonly source: string;
  readonly value: number;
}

interface UseRow {
  readonly id: string;
  readonly measure: string;
  readonly typeId: string;
  readonly at: number;
  readonly day: string;
  readonly amount: number;
}

const OF_IDS = "id IN (SELECT value FROM json_each(?))";

/** Reads and writes the counted values and uses of items. With them, the next leader continues the count. */
export class CountedUse {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The counted values and uses of items, as JSON by id. */
  of(ids: readonly string[]): ReadonlyMap<string, string> {
    const found = new Map<string, Counted>();
    const entry = (id: string): Counted => {
      const known = found.get(id) ?? { values: [], uses: [] };
      found.set(id, known);
      return known;
    };
    const list = JSON.stringify(ids);
    const values = prepared(
      this.#database,
      `SELECT id, measure, typeId, source, value FROM counted_values WHERE ${OF_IDS} ORDER BY measure`,
    ).all(list) as unknown as ValueRow[];
    for (const { id, measure, typeId, source, value } of values)
      entry(id).values.push([measure, typeId, source, value]);
    const uses = prepared(
      this.#database,
      `SELECT id, measure, typeId, at, day, amount FROM counted_uses WHERE ${OF_IDS} ORDER BY rowid`,
    ).all(list) as unknown as UseRow[];
    for (const { id, measure, typeId, at, day, amount } of uses)
      entry(id).uses.push([measure, typeId, at, day, amount]);
    return new Map([...found].map(([id, counted]) => [id, JSON.stringify(counted)]));
  }

  /** Writes the texts that `of` returned into an empty copy. */
  restore(id: string, text: string): void {
    const { values, uses } = JSON.parse(text) as Counted;
    const keep = prepared(
      this.#database,
      "INSERT INTO counted_values (id, measure, typeId, source, value) VALUES (?, ?, ?, ?, ?)",
    );
    for (const [measure, typeId, source, value] of values) keep.run(id, measure, typeId, source, value);
    const use = prepared(
      this.#database,
      "INSERT INTO counted_uses (id, measure, typeId, at, day, amount) VALUES (?, ?, ?, ?, ?, ?)",
    );
    for (const [measure, typeId, at, day, amount] of uses) use.run(id, measure, typeId, at, day, amount);
  }
}
