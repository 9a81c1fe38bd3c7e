import { assertNever } from "../../../shared/base/text/assert-never.ts";
import { formatCount, listOfAny, formatDay, formatNumber } from "../../base/format.ts";
import { besideUnit } from "../units/in-units.ts";
import { durationLabel } from "./durations.ts";
import type { ChipFilter, FieldFilter, FilterGroup, GroupMatch } from "../../../shared/query/field-filter.ts";

/** A filter in words: the field, the relation, and the value it is compared with. */
export interface FilterDescription {
  readonly field: string;
  readonly relation: string;
  readonly value: string;
}

/** More values than this are counted instead of listed. */
const LISTED_VALUES = 3;

/** The words for what a filter names. */
export interface FilterWords {
  readonly labelOf: (field: string) => string;
  /** The word for a value (a status), or the name behind an id (a location). */
  readonly nameOf: (field: string, value: string) => string;
  /** The unit of a field's numbers; "" if it has none. */
  readonly unitOf: (field: string) => string;
}

/** Describes a chip; a group is a value alone, in brackets within another. */
export function describeChip(filter: ChipFilter, words: FilterWords): FilterDescription {
  return filter.kind === "group"
    ? { field: "", relation: "", value: describeGroup(filter, words) }
    : describeFilter(filter, words);
}

const JOINTS: Readonly<Record<GroupMatch, string>> = { all: "and", any: "or", none: "or", notAll: "and" };

function describeGroup({ match, parts }: FilterGroup, names: FilterWords): string {
  const words = parts.map((part) => {
    const { field, relation, value } = describeChip(part, names);
    const sentence = [field, relation, value].filter((word) => word !== "").join(" ");
    const plain = part.kind !== "group" || part.parts.length === 1 || NEGATED.has(part.match);
    return plain ? sentence : `(${sentence})`;
  });
  const joined = words.join(` ${JOINTS[match]} `);
  return NEGATED.has(match) ? `not (${joined})` : joined;
}

const NEGATED: ReadonlySet<GroupMatch> = new Set(["none", "notAll"]);

/** Describes a filter in words. */
export function describeFilter(
  filter: FieldFilter,
  { labelOf, nameOf, unitOf }: FilterWords,
): FilterDescription {
  const words = (relation: string, value = ""): FilterDescription => ({
    field: labelOf(filter.field),
    relation,
    value,
  });
  switch (filter.kind) {
    case "choice":
      return words(
        filter.negate ? "is not" : "is",
        listChoices(filter, (value) => nameOf(filter.field, value)),
      );
    case "text":
      return words(TEXT_RELATIONS[filter.op], `“${filter.value}”`);
    case "range":
      return words(...describeRange(filter.min, filter.max, unitOf(filter.field)));
    case "relative":
      return filter.op === "withinLast"
        ? words("within the last", durationLabel(filter.duration))
        : words("more than", `${durationLabel(filter.duration)} ago`);
    case "days":
      return words(...describeDays(filter.from, filter.to));
    case "today":
      return words("is", "today");
    case "share":
      return words("is under", `${formatNumber(percentOf(filter.share))} % of ${labelOf(filter.of)}`);
    case "presence":
      return words(filter.empty ? "is empty" : "is not empty");
    default:
      return assertNever(filter, "unknown kind of filter");
  }
}

/** A share as per cent, without the last digits of a binary fraction. */
export function percentOf(share: number): number {
  return Number((share * 100).toPrecision(12));
}

const TEXT_RELATIONS = {
  contains: "contains",
  notContains: "does not contain",
  startsWith: "starts with",
  is: "is exactly",
  isNot: "is not",
} as const;

function listChoices(
  filter: Extract<FieldFilter, { kind: "choice" }>,
  nameOf: (value: string) => string,
): string {
  const names = [...filter.values.map(nameOf), ...(filter.empty ? ["empty"] : [])];
  if (names.length === 0) return "nothing";
  if (names.length <= LISTED_VALUES) return listOfAny(names);
  const listed = names.slice(0, LISTED_VALUES - 1);
  return listOfAny([...listed, `${formatCount(names.length - listed.length)} more`]);
}

function describeRange(min: number | null, max: number | null, unit: string): [string, string] {
  const inUnit = (text: string): string => besideUnit(text, unit);
  if (min !== null && min === max) return ["is", inUnit(formatNumber(min))];
  if (min !== null && max !== null) return ["is", inUnit(`${formatNumber(min)} to ${formatNumber(max)}`)];
  if (min !== null) return ["is at least", inUnit(formatNumber(min))];
  if (max !== null) return ["is at most", inUnit(formatNumber(max))];
  return ["is not empty", ""];
}

function describeDays(from: string | null, to: string | null): [string, string] {
  // A day without a time would be read as UTC midnight, which is another day west of Greenwich.
  const day = (text: string): string => formatDay(`${text}T00:00:00`);
  if (from && to) return from === to ? ["on", day(from)] : ["from", `${day(from)} to ${day(to)}`];
  if (from) return ["since", day(from)];
  if (to) return ["until", day(to)];
  return ["is not empty", ""];
}
