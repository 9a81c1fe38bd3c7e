import type { FileTable } from "../../../shared/delivery/file-table.ts";
import { MAX_SCANNED_TEXT } from "../../../shared/features/counts/count-records.ts";
import {
  cellOf,
  findColumn,
  headings,
  isUnreadable,
  type ColumnMapping,
} from "../../delivery/file-import/column-mapping.ts";
import { readAmounts } from "../../delivery/file-import/read-amounts.ts";
import { readAnswers } from "../../delivery/file-import/read-answers.ts";
import type { FileRow } from "../../delivery/file-import/row-list.tsx";

/** The columns of a sheet of counted items, in the order of the dialog. */
export const COUNT_COLUMNS = ["item", "found", "length", "weight"] as const;
type CountColumn = (typeof COUNT_COLUMNS)[number];
export type CountMapping = ColumnMapping<CountColumn>;

/** Headings of each part in the app's languages, folded. The first headings are the headings of exports. */
const HEADINGS: Readonly<Record<CountColumn, readonly string[]>> = {
  item: headings(`id | item id | item | barcode | code | name | artikel | strichcode | articulo | codigo |
    article | code-barres | nombre | nom | nome`),
  // Headings in the languages of `readAnswers()`.
  found: headings(
    `found | counted | present | ok | gefunden | gezahlt | vorhanden | trouve | compte | encontrado | contado | presente | trovato | contato | gevonden | geteld | aanwezig | znaleziono | policzono | obecny`,
  ),
  length: headings(`measured length | counted length | length | remaininglength | remaining length |
    gemessene lange | lange | restlange | longitud medida | longitud | longueur mesuree |
    longueur | comprimento medido | comprimento`),
  weight: headings(`measured weight | counted weight | weight | gemessenes gewicht | gewicht | peso medido |
    peso | poids mesure | poids`),
};

export function guessCountMapping(columns: readonly string[]): CountMapping {
  const find = (part: CountColumn): number | null => findColumn(columns, HEADINGS[part]);
  return { item: find("item"), found: find("found"), length: find("length"), weight: find("weight") };
}

/** An item that was found, according to the sheet. */
interface SheetEntry {
  readonly text: string;
  readonly itemId: null;
  readonly length: number | null;
  readonly weight: number | null;
}

/** The rows of a sheet: the entries to count, and the rows that are not counted, by reason. */
export interface CountSheet {
  readonly entries: readonly SheetEntry[];
  readonly notFound: readonly FileRow[];
  /** Rows with a cell that has no readable value. Like the rows of the next two lists, these rows are not counted. */
  readonly unreadable: readonly FileRow[];
  /** Rows whose word for "found" is neither a known yes nor a known no. */
  readonly unclear: readonly FileRow[];
  /** Rows whose length or weight cannot be read. */
  readonly invalid: readonly FileRow[];
  readonly empty: readonly FileRow[];
}

/** Reads the rows of a sheet. */
export function readCountSheet({ rows, lines }: FileTable, mapping: CountMapping): CountSheet {
  const sheet = {
    entries: [] as SheetEntry[],
    notFound: [] as FileRow[],
    unreadable: [] as FileRow[],
    unclear: [] as FileRow[],
    invalid: [] as FileRow[],
    empty: [] as FileRow[],
  };
  const texts = (part: CountColumn): string[] => rows.map((cells) => cellOf(cells, mapping, part));
  const [items, found, lengths, weights] = [texts("item"), texts("found"), texts("length"), texts("weight")];
  const amounts = { length: readAmounts(lengths), weight: readAmounts(weights) };
  const answers = readAnswers(found);
  for (const [at, item] of items.entries()) {
    const [word = "", ...measured] = [found[at] ?? "", lengths[at] ?? "", weights[at] ?? ""];
    const row: FileRow = { row: lines[at] ?? 0, id: item, name: measured.join(" ").trim() };
    const [length = null, weight = null] = [amounts.length[at], amounts.weight[at]];
    const isFound = mapping.found === null || answers[at];
    if (isUnreadable(rows[at] ?? [], mapping)) sheet.unreadable.push(row);
    else if (item === "" || item.length > MAX_SCANNED_TEXT) sheet.empty.push(row);
    else if (isFound === false) sheet.notFound.push(row);
    else if (isFound !== true) sheet.unclear.push({ ...row, name: word });
    else if ((measured[0] !== "" && length === null) || (measured[1] !== "" && weight === null))
      sheet.invalid.push(row);
    else sheet.entries.push({ text: item, itemId: null, length, weight });
  }
  return sheet;
}
