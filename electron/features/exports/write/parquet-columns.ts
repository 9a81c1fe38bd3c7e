import { findField, type FieldKind } from "../../../../shared/inventory/fields.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { parseInstant } from "../../../../shared/base/time/instant.ts";
import type { Cell } from "../../../store/database/decode.ts";
import { type ExportReader, exportSources } from "../../../store/query/export-reader.ts";
import type { ChangesDescription, ExportDescription } from "./describe-export.ts";
import type { ExportPlan } from "./export-plan.ts";
import type { ParquetContent, ParquetType } from "./parquet.ts";

/** Rows of a row group. More of them would take more memory. */
const GROUP_ROWS = 10_000;

const PART_ROWS = 2_000;

/** Columns whose texts nearly all differ. */
const UNIQUE_COLUMNS: readonly string[] = ["id", "name"];

/** The rows of a reader as the content of a Parquet file. Column names have no units, so that queries keep working. */
export function rowsContent(
  reader: ExportReader,
  { resource, columns }: ExportPlan,
  description: ExportDescription,
): ParquetContent {
  const sources = exportSources(resource, columns);
  const groups = function* (): ParquetContent["groups"] & Generator {
    for (let from = 0; from < reader.total; from += GROUP_ROWS) {
      const group: Cell[][] = sources.map(() => []);
      for (let part = from; part < Math.min(from + GROUP_ROWS, reader.total); part += PART_ROWS)
        for (const [at, cells] of reader.columns(sources, part, PART_ROWS).entries())
          group[at]?.push(...cells);
      yield group;
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

/** Lines of cells as the content of a Parquet file. Their dates are ISO 8601. */
export function linesContent(
  columns: readonly { readonly name: string; readonly kind: FieldKind }[],
  lines: Iterable<readonly Cell[]>,
  description: ChangesDescription,
): ParquetContent {
  const typed = columns.map(({ name, kind }) => ({ name, type: kind === "date" ? "date" : "text" }) as const);
  const asCell = (cell: Cell | undefined, type: ParquetType): Cell =>
    type === "date" && typeof cell === "string" ? parseInstant(cell) : (cell ?? null);
  const groups = function* (): ParquetContent["groups"] & Generator {
    let group: Cell[][] = typed.map(() => []);
    for (const line of lines) {
      for (const [at, { type }] of typed.entries()) group[at]?.push(asCell(line[at], type));
      if (group[0]?.length !== GROUP_ROWS) continue;
      yield group;
      group = typed.map(() => []);
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
