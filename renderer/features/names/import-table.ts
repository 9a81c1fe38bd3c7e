import {
  isBlank,
  MAX_ID,
  MAX_NAME,
  MAX_NOTE,
  tidyEntry,
  type NameEntry,
  type NAME_COLUMNS,
} from "../../../shared/features/names/names.ts";
import {
  cellOf,
  findColumn,
  headings,
  isUnreadable,
  type ColumnMapping,
} from "../../delivery/file-import/column-mapping.ts";
import type { FileRow } from "../../delivery/file-import/row-list.tsx";
import type { FileTable } from "../../../shared/delivery/file-table.ts";
import { entryChange } from "./messages.ts";
import type { Names } from "../../inventory/names/name-queries.ts";

export type NameColumn = (typeof NAME_COLUMNS)[number];

/** Headings for each part in the app's languages, folded. */
const HEADINGS: Readonly<Record<NameColumn, readonly string[]>> = {
  id: headings(`id | user id | userid | holder id | checkedouttouserid | holder | employee id | kennung |
    personalnummer | identificador | identifiant | matricule | matricula`),
  name: headings(`name | full name | holder name | checkedouttousername | user | employee | nombre |
    nombre completo | nom | nom complet | nome | nome completo | mitarbeiter`),
  team: headings(`team | department | group | abteilung | gruppe | equipo | departamento | grupo | equipe |
    service | groupe`),
  note: headings(`note | notes | comment | remark | notiz | bemerkung | kommentar | nota | comentario |
    observacion | remarque | commentaire | observacao`),
};

/** Suggests a mapping from a file's headings. A column is used for at most one part. */
export function guessMapping(columns: readonly string[]): ColumnMapping<NameColumn> {
  const find = (part: NameColumn): number | null => findColumn(columns, HEADINGS[part]);
  return { id: find("id"), name: find("name"), team: find("team"), note: find("note") };
}

/** The changes that an import would make. */
export interface ImportPreview {
  readonly added: readonly NameEntry[];
  readonly changed: readonly NameEntry[];
  /** The rows of `changed`, each with its former texts and its new texts. */
  readonly replaced: readonly FileRow[];
  /** The number of rows that would change nothing. */
  readonly same: number;
  /** Rows with a cell that has no readable value. */
  readonly unreadable: readonly FileRow[];
  /** Rows without an id, or with nothing but an id. */
  readonly empty: readonly FileRow[];
  /** Rows that repeat the id of an earlier row. The first row counts. */
  readonly duplicate: readonly FileRow[];
  /** Rows with a text that is longer than allowed. */
  readonly tooLong: readonly FileRow[];
  /** Rows of `added` and `changed` whose id is not a holder of local items. */
  readonly unknown: readonly FileRow[];
}

/**
 * Previews the import of a table. An empty cell keeps the value in the name book. @param known the ids of holders of
 * items.
 */
export function previewImport(
  { rows, lines }: FileTable,
  mapping: ColumnMapping<NameColumn>,
  names: Names,
  known: ReadonlySet<string>,
): ImportPreview {
  const preview = {
    added: [] as NameEntry[],
    changed: [] as NameEntry[],
    replaced: [] as FileRow[],
    same: 0,
    unreadable: [] as FileRow[],
    empty: [] as FileRow[],
    duplicate: [] as FileRow[],
    tooLong: [] as FileRow[],
    unknown: [] as FileRow[],
  };
  const seen = new Set<string>();
  for (const [at, cells] of rows.entries()) {
    const given = entryOf(cells, mapping);
    const row: FileRow = { row: lines[at] ?? 0, id: given.id, name: given.name };
    if (isUnreadable(cells, mapping)) preview.unreadable.push(row);
    else if (given.id === "" || isBlank(given)) preview.empty.push(row);
    else if (seen.has(given.id)) preview.duplicate.push(row);
    else if (isTooLong(given)) preview.tooLong.push(row);
    else {
      seen.add(given.id);
      const before = names.get(given.id);
      const entry = before ? merge(before, given) : given;
      if (before && isSame(before, entry)) preview.same += 1;
      else {
        (before ? preview.changed : preview.added).push(entry);
        if (before) preview.replaced.push({ ...row, name: entryChange(before, entry) });
        if (!known.has(entry.id) && !before) preview.unknown.push(row);
      }
    }
  }
  return preview;
}

function entryOf(cells: readonly (string | null)[], mapping: ColumnMapping<NameColumn>): NameEntry {
  const cell = (part: NameColumn): string => cellOf(cells, mapping, part);
  return tidyEntry({ id: cell("id"), name: cell("name"), team: cell("team"), note: cell("note") });
}

function isTooLong({ id, name, team, note }: NameEntry): boolean {
  const isLongLine = Math.max(name.length, team.length) > MAX_NAME;
  return isLongLine || id.length > MAX_ID || note.length > MAX_NOTE;
}

const merge = (before: NameEntry, given: NameEntry): NameEntry => ({
  id: before.id,
  name: given.name || before.name,
  team: given.team || before.team,
  note: given.note || before.note,
});

const isSame = (a: NameEntry, b: NameEntry): boolean =>
  a.name === b.name && a.team === b.team && a.note === b.note;
