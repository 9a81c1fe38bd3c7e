import { currentLocale } from "../../../shared/text/locale.ts";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { ExportFormat } from "../../../shared/exports/export-formats.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { describeQuery } from "../../../shared/query/describe-query.ts";
import type { FieldKind } from "../../../shared/domain/fields.ts";
import type { Cell } from "../../store/database/decode.ts";
import { columnLabel, ExportReader, exportSources } from "../../store/query/export-reader.ts";
import type { ColumnSource } from "../../store/query/line-sql.ts";
import { compareCancelled } from "./cancelled.ts";
import { ComparisonFile } from "./comparison-file.ts";
import type { ComparisonAbout } from "./difference-reader.ts";
import type { CompareWatch } from "./read-table.ts";
import type { FileCell } from "./sheet-rows.ts";
import { fileForm, presentForm, shownValue, type Form } from "./written-cell.ts";

/** A file that was read, and what it is to be compared with; plain data, so that it can go to another thread. */
export interface ComparePlan {
  /** The temporary database that `readTable` filled. */
  readonly database: string;
  readonly inventory: string;
  readonly resource: Resource;
  readonly query: Query;
  readonly format: ExportFormat;
  /** Columns of the file that exports have, in its order. */
  readonly columns: readonly string[];
  /** The file's name, without its folder. */
  readonly file: string;
  /** When the file's rows were those of that moment, ISO 8601: what bounds the changes below. */
  readonly since: string;
  /** Ms since the epoch, for durations in the query, and as what bounds the changes above. */
  readonly now: number;
}

/** What came of a comparison. */
export interface Compared {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
  readonly matchedBy: "id" | "name";
  /** Columns that were compared and differ, with in how many rows. */
  readonly columns: readonly { readonly name: string; readonly label: string; readonly rows: number }[];
  /** What was not compared, and why, in sentences. */
  readonly notes: readonly string[];
  /** The rows that it was compared with, in words. */
  readonly words: readonly string[];
}

const PIECE = 500;
/** Ms after which a cancel is let in where rows are long. */
const TURN = 50;

/**
 * Compares the rows of a file that was read with the present rows of a query: by id, else by the names that are unique
 * on both sides. Cells are the same where the export would write today what stands in the file.
 * @throws AppFailure `invalid_input` where the file has neither id nor name; `store`; QueryError.
 */
export async function compareTable(plan: ComparePlan, watch: CompareWatch): Promise<Compared> {
  const file = new ComparisonFile(plan.database);
  const reader = new ExportReader(plan.inventory, plan);
  try {
    file.clear();
    file.begin();
    const compared = await new Comparing(plan, file, reader, watch).run();
    const { mark, lastFullCheckAt } = reader.facts;
    const about: ComparisonAbout = {
      resource: plan.resource,
      since: plan.since,
      comparedAt: new Date(plan.now).toISOString(),
      words: [`Compared with ${plan.file}`, ...compared.words],
      copy: { mark, lastFullCheckAt },
    };
    file.setFact("about", about);
    file.commit();
    file.finish();
    return compared;
  } finally {
    reader.close();
    file.close();
  }
}

class Comparing {
  readonly #plan: ComparePlan;
  readonly #file: ComparisonFile;
  readonly #reader: ExportReader;
  readonly #watch: CompareWatch;
  readonly #columns: readonly ColumnSource[];
  /** Where a column's cells stand in a line of the file. */
  readonly #places: readonly number[];
  readonly #matchedBy: "id" | "name";
  readonly #counts = { added: 0, gone: 0, changed: 0, same: 0 };
  readonly #changedIn = new Map<string, number>();
  #turned = performance.now();
  #noKey = 0;
  #unmatchedHere = 0;
  #unmatchedThere = 0;

  constructor(plan: ComparePlan, file: ComparisonFile, reader: ExportReader, watch: CompareWatch) {
    this.#plan = plan;
    this.#file = file;
    this.#reader = reader;
    this.#watch = watch;
    const known = plan.columns.includes("id") ? "id" : "name";
    if (!plan.columns.includes(known))
      throw invalidInput("This file has neither ids nor names, so its rows cannot be found again.");
    this.#matchedBy = known;
    this.#columns = exportSources(plan.resource, plan.columns);
    const inFile = file.columns();
    this.#places = plan.columns.map((name) => inFile.indexOf(name));
  }

  async run(): Promise<Compared> {
    const seen = new Uint8Array((await this.#findKeys()) / 8 + 1);
    if (this.#matchedBy === "name") await this.#countNames();
    await this.#compareRows(seen);
    await this.#addGone(seen);
    const { resource, query } = this.#plan;
    return {
      ...this.#counts,
      matchedBy: this.#matchedBy,
      columns: this.#columns.flatMap(({ name }) => {
        const rows = this.#changedIn.get(name);
        return rows === undefined ? [] : [{ name, label: columnLabel(resource, name), rows }];
      }),
      notes: this.#notes(),
      // The last part is the order, which decides nothing here.
      words: describeQuery(resource, query, (field, id) => this.#reader.nameOf(field, id)).slice(0, -1),
    };
  }

  /** Says by what each row of the file is found; answers the last row's place. */
  async #findKeys(): Promise<number> {
    const at = this.#plan.columns.indexOf(this.#matchedBy);
    let last = 0;
    for (const { place, cells } of this.#file.lines()) {
      last = place;
      const key = keyOf(this.#fileForm(at, cells));
      if (key === null) this.#noKey += 1;
      else this.#file.addKey(key, place);
      if (this.#isTurn(place)) await this.#turn(0, null);
    }
    return last;
  }

  async #countNames(): Promise<void> {
    let done = 0;
    for (const [name = null] of this.#reader.cells(exportSources(this.#plan.resource, ["name"]))) {
      const key = keyOf(presentForm(this.#plan.format, "text", name));
      if (key !== null) this.#file.addName(key);
      done += 1;
      if (this.#isTurn(done)) await this.#turn(0, null);
    }
  }

  async #compareRows(seen: Uint8Array): Promise<void> {
    const { resource, format } = this.#plan;
    const { total } = this.#reader;
    const own = exportSources(resource, ["id", "name"]);
    let done = 0;
    for (const [id = null, name = null, ...cells] of this.#reader.cells([...own, ...this.#columns])) {
      done += 1;
      if (this.#isTurn(done) || done === total) await this.#turn(done, total);
      const key = keyOf(presentForm(format, "text", this.#matchedBy === "id" ? id : name));
      const found = key === null ? null : this.#file.find(key);
      if (this.#matchedBy === "name" && (key === null || this.#isAmbiguous(key, found))) {
        this.#unmatchedHere += 1;
        continue;
      }
      const row = { id: String(id), name: String(name ?? "") };
      if (!found) {
        this.#counts.added += 1;
        const fields = this.#valued((at) => ({ old: null, new: cells[at] ?? null }));
        this.#file.addDifference({ kind: "added", ...row, fields });
        continue;
      }
      seen[found.place >> 3] = (seen[found.place >> 3] ?? 0) | (1 << (found.place & 7));
      const fields = this.#differing(found.cells, cells);
      if (fields.length === 0) {
        this.#counts.same += 1;
        continue;
      }
      this.#counts.changed += 1;
      for (const [column] of fields) this.#changedIn.set(column, (this.#changedIn.get(column) ?? 0) + 1);
      this.#file.addDifference({ kind: "changed", ...row, fields: Object.fromEntries(fields) });
    }
  }

  #differing(before: readonly FileCell[], now: readonly Cell[]): [string, Values][] {
    const { format } = this.#plan;
    return this.#columns.flatMap(({ name, kind }, at) => {
      const [then, present] = [this.#fileForm(at, before), now[at] ?? null];
      if (then === presentForm(format, kind, present)) return [];
      return [[name, { old: shownValue(format, kind, then), new: present }]];
    });
  }

  async #addGone(seen: Uint8Array): Promise<void> {
    const { format, columns } = this.#plan;
    const byKey = columns.indexOf(this.#matchedBy);
    for (const { place, cells } of this.#file.lines()) {
      if (this.#isTurn(place)) await this.#turn(this.#reader.total, this.#reader.total);
      const key = keyOf(this.#fileForm(byKey, cells));
      if (key === null || ((seen[place >> 3] ?? 0) & (1 << (place & 7))) !== 0) continue;
      const found = this.#file.find(key);
      if (this.#matchedBy === "name" && this.#isAmbiguous(key, found)) {
        this.#unmatchedThere += 1;
        continue;
      }
      // A repetition of a row that was compared already.
      if (found?.place !== place) continue;
      this.#counts.gone += 1;
      const shown = (at: number, kind: FieldKind): Cell =>
        at < 0 ? null : shownValue(format, kind, this.#fileForm(at, cells));
      const [id, name] = [shown(columns.indexOf("id"), "text"), shown(columns.indexOf("name"), "text")];
      this.#file.addDifference({
        kind: "gone",
        id: id === null ? null : String(id),
        name: String(name ?? ""),
        fields: this.#valued((at, kind) => ({ old: shown(at, kind), new: null })),
      });
    }
  }

  /** The fields of a row that is new or gone: those that say anything. */
  #valued(valuesOf: (at: number, kind: FieldKind) => Values): Record<string, Values> {
    const fields = this.#columns.map(({ name, kind }, at) => [name, valuesOf(at, kind)] as const);
    return Object.fromEntries(fields.filter(([, { old, new: now }]) => old !== null || now !== null));
  }

  #isAmbiguous(key: string, found: { readonly times: number } | null): boolean {
    return (found?.times ?? 0) > 1 || this.#file.timesOfName(key) > 1;
  }

  #fileForm(at: number, cells: readonly FileCell[]): Form {
    const kind = this.#columns[at]?.kind ?? "text";
    return fileForm(this.#plan.format, kind, cells[this.#places[at] ?? -1] ?? null);
  }

  #notes(): readonly string[] {
    const repeated = this.#matchedBy === "id" ? this.#file.repeated() : 0;
    const rows = (count: number): string =>
      `${count.toLocaleString(currentLocale())} ${count === 1 ? "row" : "rows"}`;
    const notes: string[] = [];
    if (this.#matchedBy === "name")
      notes.push(
        "The file has no ids: its rows were found by their names, where a name is unique on both sides.",
      );
    if (this.#noKey === 1) notes.push(`1 row of the file has no ${this.#matchedBy} and was left out.`);
    if (this.#noKey > 1)
      notes.push(`${rows(this.#noKey)} of the file have no ${this.#matchedBy} and were left out.`);
    if (repeated === 1)
      notes.push("1 row of the file repeats an id and was left out; the first with that id was compared.");
    if (repeated > 1)
      notes.push(
        `${rows(repeated)} of the file repeat an id and were left out; the first with each id was compared.`,
      );
    if (this.#unmatchedThere + this.#unmatchedHere > 0)
      notes.push(
        `${rows(this.#unmatchedThere)} of the file and ${rows(this.#unmatchedHere)} of now could not be told apart by name, and were not compared.`,
      );
    return notes;
  }

  /** Whether a cancel is to be let in, and progress to be reported: after so many rows, or so long a time. */
  #isTurn(done: number): boolean {
    return done % PIECE === 0 || performance.now() - this.#turned > TURN;
  }

  async #turn(done: number, total: number | null): Promise<void> {
    this.#watch.onRows(done, total);
    await new Promise((resolve) => setImmediate(resolve));
    this.#turned = performance.now();
    if (this.#watch.signal.aborted) throw compareCancelled();
  }
}

/** What a row is found by; null where it has nothing. */
function keyOf(form: Form): string | null {
  return form === null || form === "" ? null : String(form);
}

type Values = { readonly old: Cell; readonly new: Cell };
