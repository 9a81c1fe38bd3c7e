import type { FileTable } from "../../../shared/delivery/file-table.ts";
import { thresholdSchema } from "../../../shared/features/low-stock/low-stock.ts";
import type { Threshold, Thresholds } from "../../../shared/inventory/stock.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import {
  cellOf,
  findColumn,
  headings,
  isUnreadable,
  type ColumnMapping,
} from "../../delivery/file-import/column-mapping.ts";
import { readAmounts } from "../../delivery/file-import/read-amounts.ts";
import type { FileRow } from "../../delivery/file-import/row-list.tsx";

/** The columns of a file with thresholds, in the order of the dialog. */
export const THRESHOLD_COLUMNS = ["type", "below", "measure"] as const;
type ThresholdColumn = (typeof THRESHOLD_COLUMNS)[number];
export type ThresholdMapping = ColumnMapping<ThresholdColumn>;
type Measure = Threshold["measure"];

/** Headings of each part in the app's languages, folded. The first headings are the headings of exports. */
const HEADINGS: Readonly<Record<ThresholdColumn, readonly string[]>> = {
  type: headings(`id | type id | material type id | materialtypeid | material type | type | name |
    materialart | tipo de material | type de materiau | tipo | nombre | nom | nome`),
  below: headings(`lowstockbelow | low below | threshold | low-stock threshold | minimum | below |
    mindestbestand | schwelle | umbral | existencias minimas | minimo | seuil | stock minimum |
    limite | estoque minimo`),
  measure: headings(`lowstockmeasure | low measured in | measured in | measure | gemessen in | medido en |
    medida | mesure en | mesure | medido em`),
};

/** Words for the measures in the app's languages, folded. */
const MEASURES: ReadonlyMap<string, Measure> = new Map([
  ...asMeasure("items", "item items artikel articulo articulos article articles item itens"),
  ...asMeasure("length", "length lange longitud longueur comprimento"),
  ...asMeasure("weight", "weight gewicht peso poids"),
]);

function asMeasure(measure: Measure, words: string): readonly (readonly [string, Measure])[] {
  return words.split(" ").map((word) => [word, measure]);
}

/** Suggests a mapping from the headings of a file. */
export function guessThresholdMapping(columns: readonly string[]): ThresholdMapping {
  const find = (part: ThresholdColumn): number | null => findColumn(columns, HEADINGS[part]);
  return { type: find("type"), below: find("below"), measure: find("measure") };
}

/** The id and name of a material type. */
export interface NamedType {
  readonly id: string;
  readonly name: string;
}

/** A threshold that an import would save. */
export interface ImportedThreshold {
  readonly row: number;
  readonly type: NamedType;
  readonly threshold: Threshold;
}

/** The changes that an import would make. */
export interface ThresholdPreview {
  readonly added: readonly ImportedThreshold[];
  readonly changed: readonly ImportedThreshold[];
  /** The number of rows that would change nothing. */
  readonly same: number;
  /** Rows with a cell that has no readable value. */
  readonly unreadable: readonly FileRow[];
  /** Rows without a material type or without a number. These rows change nothing. */
  readonly empty: readonly FileRow[];
  /** Rows whose material type is unknown. */
  readonly unknown: readonly FileRow[];
  /** Rows with a name that several material types have. */
  readonly ambiguous: readonly FileRow[];
  /** Rows that repeat the material type of an earlier row. The first row counts. */
  readonly duplicate: readonly FileRow[];
  /** Rows whose number or measure cannot be read. */
  readonly invalid: readonly FileRow[];
}

/**
 * Previews the import of a table. @param measure the measure of rows that have no measure. @param types all material
 * types. @param before the present thresholds.
 */
export function previewThresholds(
  { rows, lines }: FileTable,
  mapping: ThresholdMapping,
  measure: Measure,
  types: readonly NamedType[],
  before: Thresholds,
): ThresholdPreview {
  const preview = {
    added: [] as ImportedThreshold[],
    changed: [] as ImportedThreshold[],
    same: 0,
    unreadable: [] as FileRow[],
    empty: [] as FileRow[],
    unknown: [] as FileRow[],
    ambiguous: [] as FileRow[],
    duplicate: [] as FileRow[],
    invalid: [] as FileRow[],
  };
  const find = typeFinder(types);
  const amounts = readAmounts(rows.map((cells) => cellOf(cells, mapping, "below")));
  const seen = new Set<string>();
  for (const [at, cells] of rows.entries()) {
    const [named, below, word] = THRESHOLD_COLUMNS.map((part) => cellOf(cells, mapping, part)) as [
      string,
      string,
      string,
    ];
    const row: FileRow = { row: lines[at] ?? 0, id: named, name: [below, word].join(" ").trim() };
    const [type, ...others] = find(named);
    const threshold = thresholdOf(amounts[at] ?? null, word === "" ? measure : MEASURES.get(fold(word)));
    if (isUnreadable(cells, mapping)) preview.unreadable.push(row);
    else if (named === "" || below === "") preview.empty.push(row);
    else if (!type) preview.unknown.push(row);
    else if (others.length > 0) preview.ambiguous.push(row);
    else if (!threshold) preview.invalid.push(row);
    else if (seen.has(type.id)) preview.duplicate.push(row);
    else {
      seen.add(type.id);
      const now = Object.hasOwn(before, type.id) ? before[type.id] : undefined;
      if (now?.below === threshold.below && now.measure === threshold.measure) preview.same += 1;
      else (now ? preview.changed : preview.added).push({ row: row.row, type, threshold });
    }
  }
  return preview;
}

/** Makes a function that finds material types by id, or else by exact name. */
function typeFinder(types: readonly NamedType[]): (text: string) => readonly NamedType[] {
  const byId = new Map(types.map((type) => [type.id, [type]]));
  const byName = new Map<string, NamedType[]>();
  for (const type of types) {
    const name = type.name.trim();
    byName.set(name, [...(byName.get(name) ?? []), type]);
  }
  return (text) => byId.get(text) ?? byName.get(text) ?? [];
}

function thresholdOf(below: number | null, measure: Measure | undefined): Threshold | null {
  return thresholdSchema.safeParse({ below, measure }).data ?? null;
}
