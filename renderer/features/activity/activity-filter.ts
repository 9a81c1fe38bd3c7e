import { CHANGE_TYPES, type ChangeType } from "../../../shared/inventory/change-types.ts";
import type { ChangeFilter } from "../../../shared/inventory/changes.ts";
import { changeLabel } from "../../inventory/changes/messages.ts";

/** The spans of time that the user can choose, in hours; null for all kept changes. */
const SPANS = { hour: 1, day: 24, week: 168, all: null } as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as readonly Span[];

export interface ActivityFilter {
  readonly find: string;
  /** The labels of the chosen kinds of change; empty for every kind. */
  readonly kinds: readonly string[];
  readonly place: string | null;
  /** The id of a holder who has, checks out or returns items. */
  readonly holder: string | null;
  readonly span: Span;
  /** The period of the bar that the user chose in a chart; null for any time. */
  readonly period: Period | null;
}

/** A period from its start to its end, both ISO 8601. The end itself is not part of it. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

export const NO_FILTER: ActivityFilter = {
  find: "",
  kinds: [],
  place: null,
  holder: null,
  span: "all",
  period: null,
};

/** The kinds of change that the user can choose. Types of changes with the same label are one kind. */
export const KINDS: ReadonlyMap<string, readonly ChangeType[]> = new Map(
  CHANGE_TYPES.map((type) => [
    changeLabel(type),
    CHANGE_TYPES.filter((other) => changeLabel(other) === changeLabel(type)),
  ]),
);

/** A filter in the address, so that "Back" restores the filter. */
export interface ActivitySearch {
  readonly find?: string;
  /** The labels of the chosen kinds, separated by commas. */
  readonly kinds?: string;
  readonly place?: string;
  readonly holder?: string;
  readonly span?: Span;
  readonly from?: string;
  readonly until?: string;
}

/** Reads a filter from the address; unknown values are ignored. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  return searchOf({
    find: text(search["find"]),
    kinds: text(search["kinds"])
      .split(",")
      .filter((kind) => KINDS.has(kind)),
    place: text(search["place"]) || null,
    holder: text(search["holder"]) || null,
    span: SPAN_NAMES.find((span) => span === search["span"]) ?? "all",
    period: periodOf(text(search["from"]), text(search["until"])),
  });
}

export function filterOf(search: ActivitySearch): ActivityFilter {
  // The router also passes parameters that `readActivitySearch()` ignored.
  const {
    find = "",
    kinds,
    place = null,
    holder = null,
    span = "all",
    from = "",
    until = "",
  } = readActivitySearch({ ...search });
  return { find, kinds: kinds?.split(",") ?? [], place, holder, span, period: periodOf(from, until) };
}

/** The parameters of the address for a filter, without its inactive parts. */
export function searchOf({ find, kinds, place, holder, span, period }: ActivityFilter): ActivitySearch {
  return {
    ...(find === "" ? {} : { find }),
    ...(kinds.length === 0 ? {} : { kinds: kinds.join(",") }),
    ...(place === null ? {} : { place }),
    ...(holder === null ? {} : { holder }),
    ...(span === "all" ? {} : { span }),
    ...period,
  };
}

function periodOf(from: string, until: string): Period | null {
  return Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(until)) ? null : { from, until };
}

/** Reads a text. The router turns the text "123" into a number. */
function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The number of active parts of a filter. */
export function countActive({ find, kinds, place, holder, span, period }: ActivityFilter): number {
  return [
    find.trim() !== "",
    kinds.length > 0,
    place !== null,
    holder !== null,
    span !== "all",
    period !== null,
  ].filter(Boolean).length;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Compiles a filter to the form that the core expects. @param now ms since the epoch, rounded to the minute, so that
 * the query stays the same within a minute.
 */
export function compileActivity(
  { find, kinds, place, holder, span, period }: ActivityFilter,
  now: number,
): ChangeFilter {
  const search = find.trim().slice(0, 500);
  const hours = SPANS[span];
  const minute = Math.floor(now / MINUTE) * MINUTE;
  return {
    ...(search === "" ? {} : { search }),
    ...(kinds.length === 0 ? {} : { types: kinds.flatMap((kind) => KINDS.get(kind) ?? []) }),
    ...(place === null ? {} : { locations: [place] }),
    ...(holder === null ? {} : { holders: [holder] }),
    ...(hours === null ? {} : { since: new Date(minute - hours * HOUR).toISOString() }),
    // If the user chooses a span, the period is removed.
    ...(period && { since: period.from, until: period.until }),
  };
}
