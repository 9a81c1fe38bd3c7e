import { findField, type FieldKind } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";
import type { Cell } from "../../store/database/decode.ts";
import { type ExportReader, exportSources } from "../../store/query/export-reader.ts";
import type { ChangesDescription, ExportDescription } from "./describe-export.ts";
import type { ExportPlan } from "./export-plan.ts";
import type { ParquetContent, ParquetType } from "./parquet.ts";

/**
 * The most rows of a row group; below, the characters after which a group ends. Larger groups would take more memory.
 */
const [GROUP_ROWS, GROUP_CHARACTERS] = [10_000, 8_000_000];

/** The most rows of one read and of the first read; below, the wanted characters of one read. */
const [PART_ROWS, FIRST_ROWS, PART_CHARACTERS] = [2_000, 200, 2_000_000];

/** Columns whose texts nearly all differ. */
const UNIQUE_COLUMNS: readonly string[] = ["id", "name"];

/**
 * The content of a Parquet file from the rows of a reader. The names of columns have no units, so that queries on the
 * files keep working.
 */
export function rowsContent(
  reader: ExportReader,
  { resource, columns }: ExportPlan,
  description: ExportDescription,
): ParquetContent {
  const sources = exportSources(resource, columns);
  const groups = function* (): ParquetContent["groups"] & Generator {
    let [group, grown, rows]: [Cell[][], number, number] = [sources.map(() => []), 0, FIRST_ROWS];
    let size = 0;
    for (let from = 0; from < reader.total;) {
      const read = Math.min(rows, GROUP_ROWS - size, reader.total - from);
      const { cells, characters } = reader.columns(sources, from, read);
      for (const [at, column] of cells.entries()) group[at]?.push(...column);
      [from, size, grown] = [from + read, size + read, grown + characters];
      // If the texts are long, fewer rows are read at once, because all rows of a read are in memory.
      rows = Math.min(PART_ROWS, Math.max(1, Math.floor((PART_CHARACTERS / characters) * read)));
      if (size < GROUP_ROWS && grown < GROUP_CHARACTERS && from < reader.total) continue;
      yield group;
      [group, grown, size] = [sources.map(() => []), 0, 0];
    }
  };
  const typed = sources.map(({ name, kind }) => ({ name, type: typeOf(resource, name, kind) }));
  return contentOf(typed, groups(), description);
}

function typeOf(resource: Resource, name: string, kind: FieldKind): ParquetType {
  if (kind !== "number") return kind === "date" ? "date" : "text";
  const field = findField(resource, name);
  return field?.isMoney ? "amount" : field?.isCount ? "count" : "number";
}

/** The content of a Parquet file from lines of cells. Their dates are ISO 8601. */
export function linesContent(
  columns: readonly { readonly name: string; readonly kind: FieldKind }[],
  lines: Iterable<readonly Cell[]>,
  description: ChangesDescription,
): ParquetContent {
  const typed = columns.map(({ name, kind }) => ({ name, type: kind === "date" ? "date" : "text" }) as const);
  const asCell = (cell: Cell | undefined, type: ParquetType): Cell =>
    type === "date" && typeof cell === "string" ? parseInstant(cell) : (cell ?? null);
  const groups = function* (): ParquetContent["groups"] & Generator {
    let [group, characters]: [Cell[][], number] = [typed.map(() => []), 0];
    for (const line of lines) {
      for (const [at, { type }] of typed.entries()) {
        const cell = asCell(line[at], type);
        group[at]?.push(cell);
        if (typeof cell === "string") characters += cell.length;
      }
      if (group[0]?.length !== GROUP_ROWS && characters < GROUP_CHARACTERS) continue;
      yield group;
      [group, characters] = [typed.map(() => []), 0];
    }
    if (group[0]?.length !== 0) yield group;
  };
  return contentOf(typed, groups(), description);
}

function contentOf(
  columns: readonly { readonly name: string; readonly type: ParquetType }[],
  groups: ParquetContent["groups"],
  description: ExportDescription | ChangesDescription,
): ParquetContent {
  const { name, version } = description.app;
  return {
    columns: columns.map((column) => ({ ...column, isUnique: UNIQUE_COLUMNS.includes(column.name) })),
    groups,
    createdBy: `${name} version ${version}`,
    facts: JSON.stringify(description),
  };
}
