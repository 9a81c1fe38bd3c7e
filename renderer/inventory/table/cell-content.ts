import { assertNever } from "../../../shared/domain/assert-never.ts";
import type { Row } from "../../../shared/contract/query-calls.ts";
import { formatAge } from "../../base/format-age.ts";
import { formatDateTime, formatUtc } from "../../base/format-date.ts";
import { formatAligned } from "../../base/format-number.ts";
import { valueWord } from "../labels/value-words.ts";
import type { ColumnSpec } from "../columns/column-layout.ts";
import { referenceName } from "../labels/reference-name.ts";

/** What a cell shows: text alone, so that a row costs one element a cell and its next one only other texts. */
export interface CellContent {
  readonly text: string;
  /** How it is drawn: `empty` is a null, `mono` an id, else as its column. */
  readonly look: "empty" | "mono" | "plain";
  /** Whether it is a text that a search looks through. */
  readonly searched: boolean;
  /** Said beside the text, more quietly; else "". */
  readonly aside: string;
}

/** Dates whose age is the point of looking at them. */
const AGED: ReadonlySet<string> = new Set(["checkedOutAt"]);

const NOTHING: CellContent = { text: "–", look: "empty", searched: false, aside: "" };
const plain = (text: string, aside = ""): CellContent => ({ text, look: "plain", searched: false, aside });
const searched = (text: string): CellContent => ({ text, look: "plain", searched: true, aside: "" });
const identifier = (text: string): CellContent => ({ text, look: "mono", searched: true, aside: "" });

/**
 * A row's value in a column, in words and local formats.
 * @param now ms since the epoch, for ages.
 * @param decimals of the column, for numbers whose marks stand below each other.
 */
export function cellContent(
  { field, bareId }: ColumnSpec,
  row: Row,
  now: number,
  decimals: number,
): CellContent {
  const value = row[field.name];
  if (isNothing(value)) return NOTHING;
  const text = String(value);
  if (bareId || field.name === "id") return identifier(text);
  switch (field.kind) {
    case "number":
      return plain(typeof value === "number" ? formatAligned(value, decimals) : text);
    case "date":
      return plain(formatDateTime(text), AGED.has(field.name) ? formatAge(text, now) : "");
    case "reference": {
      const name = referenceName(row, field);
      return name === null ? identifier(text) : searched(name);
    }
    case "enum":
      return plain(valueWord(field.name, text));
    case "text":
      return searched(text);
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}

/** The exact value behind what a cell shows; undefined where that says it all. */
export function cellTitle({ field }: ColumnSpec, row: Row): string | undefined {
  const value = row[field.name];
  if (isNothing(value) || field.kind === "enum") return undefined;
  return field.kind === "date" ? formatUtc(String(value)) : String(value);
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";
