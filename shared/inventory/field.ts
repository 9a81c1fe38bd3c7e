import type { Sentence } from "../base/text/texts.ts";
import type { Resource } from "./resource-names.ts";
import type { Quantity } from "./units.ts";

/** The kind of a field. It decides how the field is stored, filtered, sorted and shown. */
export type FieldKind = "text" | "number" | "date" | "enum" | "reference";

/** One field of a resource, under the API's own name (specification 2). */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The column's heading. */
  readonly label: string;
  /** The values that the specification names. Other values are possible and shown unchanged. */
  readonly values?: readonly string[];
  /** The source of names for the field's ids: a resource, or the user's name book if the API has none. */
  readonly references?: Resource | "names";
  /** The field with the unit of this field's number. Numbers with different units are never added up. */
  readonly measuredIn?: string;
  /** True for money. It is shown with the decimals of the currency in `measuredIn`. */
  readonly isMoney?: true;
  /** True for counts, which are whole numbers. */
  readonly isCount?: true;
  /**
   * The quantity that the numbers measure. The user may set its unit. `typeId` is the field with the id of the material
   * type.
   */
  readonly measures?: { readonly quantity: Quantity; readonly typeId: string };
  /**
   * The reference that rows must share before their numbers are added up. For example, metres of cable and
   * metres of film must not be added.
   */
  readonly addedWithin?: string;
  /** The display of a column that Stockdeck computes, in tables and details; absent for the API's fields. */
  readonly computed?: ComputedDisplay;
}

interface ComputedDisplay {
  /**
   * The column after which a table shows this column by default. A table that is not listed here hides it by default.
   */
  readonly shownAfter?: Partial<Readonly<Record<Resource, string>>>;
  /** When a record's details list the column; absent if the details never list it. */
  readonly details?: "always" | "if set";
  /** The width in pixels; absent for the default of the field's kind. */
  readonly width?: number;
  /** Labels for the values of an enumeration. */
  readonly valueLabels?: Readonly<Record<string, string>>;
  /** The separator of a text that lists several values with labels. */
  readonly listedBy?: string;
  /**
   * True if only rows of a past day have values. Lists of columns and filters leave the field out while present rows
   * are shown.
   */
  readonly isOfPast?: true;
  /**
   * True if users write the values. Rows of a past day show the present values, searches find them, and assistants never
   * see them.
   */
  readonly isOwn?: true;
  /** True if the values have a coloured mark, like a status. */
  readonly hasMark?: true;
  /**
   * The items of a material type or location whose number or sum the column shows. If `status` is absent, these are all
   * items. Otherwise they are the items with this status or, with `isNot`, all items without it.
   */
  readonly counts?: { readonly status?: string; readonly isNot?: true };
}

/**
 * A column that Stockdeck computes after each refresh. A feature declares the column in its folder, and the computation
 * as a `Computation` (`electron/store/ingest/computation.ts`). Observed changes do not include computed columns.
 */
export interface ComputedColumn extends Field {
  /** The tables that have the column. */
  readonly resources: readonly Resource[];
  readonly computed: ComputedDisplay;
  /** True if few rows have a value, so that SQL finds them by an index. */
  readonly isIndexed?: true;
  /** The built-in view of the rows with some values of an enumeration. */
  readonly view?: { readonly id: string; readonly name: Sentence; readonly values: readonly string[] };
}
