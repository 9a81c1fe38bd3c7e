import { assertNever } from "../../../shared/text/assert-never.ts";
import type { Cell } from "../../store/database/decode.ts";
import { changeJson, type NamedChange } from "../../store/query/change-reader.ts";
import { CHANGE_COLUMNS } from "../change-columns.ts";
import { openChanges, type ChangeSource } from "./change-source.ts";
import { CSV_BEGIN, csvLine } from "./csv.ts";
import {
  changeFactLines,
  describeChanges,
  type ChangesDescription,
  type ExportContext,
} from "./describe-export.ts";
import { Turns, type ExportBody, type ExportWatch } from "./export-body.ts";
import type { ChangesPlan } from "./export-plan.ts";
import { cancelled } from "./ordered-lines.ts";
import { workbookChunks } from "./workbook.ts";

/** Changes that are made at once. */
const PIECE = 500;

/** A list of changes as a plan wants it written, the oldest first. @throws AppFailure of kind `store`. */
export function changesBody(inventory: string, plan: ChangesPlan, context: ExportContext): ExportBody {
  return new ChangesBody(plan, openChanges(inventory, plan.changes), context);
}

class ChangesBody implements ExportBody {
  readonly description: ChangesDescription;
  readonly total: number;
  readonly #plan: ChangesPlan;
  readonly #source: ChangeSource;

  constructor(plan: ChangesPlan, source: ChangeSource, context: ExportContext) {
    this.#plan = plan;
    this.#source = source;
    this.total = source.counts.changes;
    this.description = describeChanges(plan, context, source);
  }

  chunks(watch: ExportWatch): AsyncGenerator<Uint8Array> {
    return this.#plan.format === "xlsx" ? this.#workbook(watch) : this.#lines(watch);
  }

  close(): void {
    this.#source.close();
  }

  async *#lines({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const { before, line, after } = this.#writing();
    const turns = new Turns();
    let [text, done] = [before, 0];
    for (const change of this.#source.changes()) {
      text += line(change, done === 0);
      done += 1;
      if (done % PIECE !== 0) continue;
      yield Buffer.from(text);
      text = "";
      onRows?.(done, this.total);
      await turns.pass();
      if (signal.aborted) throw cancelled();
    }
    yield Buffer.from(text + after);
    onRows?.(done, this.total);
  }

  #workbook({ signal, onRows }: ExportWatch): AsyncGenerator<Uint8Array> {
    const source = this.#source;
    let done = 0;
    const cells = function* (): Generator<readonly Cell[]> {
      for (const change of source.changes()) {
        yield* linesOf(change);
        done += 1;
      }
    };
    const content = {
      name: "changes",
      columns: CHANGE_COLUMNS,
      total: source.counts.lines,
      rows: cells(),
      facts: changeFactLines(this.description),
    };
    // The workbook counts lines; progress counts changes.
    return workbookChunks(content, signal, () => onRows?.(done, this.total));
  }

  #writing(): {
    readonly before: string;
    readonly line: (change: NamedChange, isFirst: boolean) => string;
    readonly after: string;
  } {
    const { format, dialect } = this.#plan;
    switch (format) {
      case "csv":
        return {
          before:
            CSV_BEGIN
            + csvLine(
              CHANGE_COLUMNS.map(({ name }) => name),
              dialect,
            ),
          line: (change) => linesOf(change).reduce((text, cells) => text + csvLine(cells, dialect), ""),
          after: "",
        };
      case "json":
        return {
          before: `{"header":${JSON.stringify(this.description)},\n"changes":[`,
          line: (change, isFirst) => `${isFirst ? "" : ","}\n${changeJson(change)}`,
          after: "\n]}\n",
        };
      case "ndjson":
        return { before: "", line: (change) => `${changeJson(change)}\n`, after: "" };
      case "xlsx":
        throw new Error("A workbook is written cell by cell.");
      default:
        return assertNever(format, "no changes are written in this format");
    }
  }
}

/** A change as lines of cells, one for each changed field; a change without fields has one, too. */
function linesOf(change: NamedChange): readonly (readonly Cell[])[] {
  const { type, resource, id, name, observedAfter, observedBefore, occurredAt } = change;
  const begin = [type, resource, id, name, observedAfter, observedBefore, occurredAt] as const;
  const fields = Object.entries(change.fields);
  if (fields.length === 0) return [[...begin, null, null, null]];
  return fields.map(([field, values]) => [...begin, field, asCell(values.old), asCell(values.new)]);
}

/** A value of any field, also one that the specification does not name. */
function asCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
}
