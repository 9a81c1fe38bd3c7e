import { assertNever } from "../../../shared/base/errors.ts";
import type { Cell } from "../../store/database/decode.ts";
import { changeJson, type NamedChange, ObservedChanges } from "../../store/query/change-reader.ts";
import { CSV_BEGIN, csvLine } from "../../../shared/delivery/export-formats.ts";
import { CHANGE_COLUMNS, type ChangeLine } from "./change-columns.ts";
import { changeFactLines, describeChanges, type ChangesDescription } from "./describe-export.ts";
import {
  cancelled,
  makeTurns,
  parquetChunks,
  type ExportBody,
  type ExportWatch,
  workbookChunks,
} from "./export-body.ts";
import type { ChangesPlan, ExportContext } from "./export-plan.ts";
import { linesContent } from "./parquet-columns.ts";

/** The number of changes per chunk. */
const PIECE = 500;

/** The body of an exported list of changes, the oldest first. @throws AppFailure of kind `store`. */
export function changesBody(inventory: string, plan: ChangesPlan, context: ExportContext): ExportBody {
  const source = new ObservedChanges(inventory, plan.changes.filter);
  const description = describeChanges(plan, context, source);
  const chunks = plan.format === "xlsx" ? workbook : plan.format === "parquet" ? parquet : lines;
  return {
    description,
    total: source.counts.changes,
    close: () => source.close(),
    chunks: (watch) => chunks(plan, source, description, watch),
  };
}

async function* lines(
  plan: ChangesPlan,
  source: ObservedChanges,
  description: ChangesDescription,
  { signal, onRows }: ExportWatch,
): AsyncGenerator<Uint8Array> {
  const { before, line, after } = textOf(plan, source, description);
  const total = source.counts.changes;
  const pause = makeTurns();
  let [text, done] = [before, 0];
  for (const change of source.changes()) {
    text += line(change, done === 0);
    done += 1;
    if (done % PIECE !== 0) continue;
    yield Buffer.from(text);
    text = "";
    onRows?.(done, total);
    await pause();
    if (signal.aborted) throw cancelled();
  }
  yield Buffer.from(text + after);
  onRows?.(done, total);
}

function workbook(
  _plan: ChangesPlan,
  source: ObservedChanges,
  description: ChangesDescription,
  { signal, onRows }: ExportWatch,
): AsyncGenerator<Uint8Array> {
  const { changes, lines: total } = source.counts;
  const facts = changeFactLines(description);
  const rows = changeLines(source);
  const content = { name: "changes", columns: CHANGE_COLUMNS, total, rows: rows.lines, facts };
  return workbookChunks(content, signal, () => onRows?.(rows.done(), changes));
}

function parquet(
  _plan: ChangesPlan,
  source: ObservedChanges,
  description: ChangesDescription,
  { signal, onRows }: ExportWatch,
): AsyncGenerator<Uint8Array> {
  const rows = changeLines(source);
  const content = linesContent(CHANGE_COLUMNS, rows.lines, description);
  return parquetChunks(content, signal, () => onRows?.(rows.done(), source.counts.changes));
}

/**
 * The lines of all changes, and the number of changes read so far. The progress counts changes, although a change may
 * have several lines.
 */
function changeLines(source: ObservedChanges): {
  readonly lines: Generator<readonly Cell[]>;
  readonly done: () => number;
} {
  let done = 0;
  const lines = function* (): Generator<readonly Cell[]> {
    for (const change of source.changes()) {
      yield* linesOf(change, source);
      done += 1;
    }
  };
  return { lines: lines(), done: () => done };
}

function textOf(
  { format, dialect }: ChangesPlan,
  source: ObservedChanges,
  description: ChangesDescription,
): {
  readonly before: string;
  readonly line: (change: NamedChange, isFirst: boolean) => string;
  readonly after: string;
} {
  switch (format) {
    case "csv": {
      const names = CHANGE_COLUMNS.map(({ name }) => name);
      const line = (change: NamedChange): string =>
        linesOf(change, source).reduce((text, cells) => text + csvLine(cells, dialect), "");
      return { before: CSV_BEGIN + csvLine(names, dialect), line, after: "" };
    }
    case "json":
      return {
        before: `{"header":${JSON.stringify(description)},\n"changes":[`,
        line: (change, isFirst) => `${isFirst ? "" : ","}\n${changeJson(change)}`,
        after: "\n]}\n",
      };
    case "ndjson":
      return { before: "", line: (change) => `${changeJson(change)}\n`, after: "" };
    case "xlsx":
    case "parquet":
      throw new Error("A file of cells has no lines of text.");
    default:
      return assertNever(format, "no changes are written in this format");
  }
}

/** The lines of a change: one line for each changed field, or one line for a change without fields. */
function linesOf(change: NamedChange, source: ObservedChanges): readonly (readonly Cell[])[] {
  const fields = Object.entries(change.fields);
  const lines: readonly ChangeLine[] =
    fields.length === 0
      ? [{ change, field: null, old: null, new: null, nameOf: () => null }]
      : fields.map(([field, values]) => ({
          change,
          field,
          old: values.old,
          new: values.new,
          nameOf: (value) => source.nameOf(change.resource, field, value),
        }));
  return lines.map((line) => CHANGE_COLUMNS.map(({ cell }) => cell(line)));
}
