import { CHANGE_TYPES, type ChangeType } from "../../../shared/domain/change-types.ts";
import type { ChangeFilter } from "../../../shared/domain/changes.ts";
import { changeLabel } from "../../inventory/changes/messages.ts";

/** The spans of time that Activity offers, in hours; null is all that is kept. */
const SPANS = { hour: 1, day: 24, week: 168, all: null } as const;
export type Span = keyof typeof SPANS;
/** The names of those spans, the shortest first. */
export const SPAN_NAMES = Object.keys(SPANS) as readonly Span[];

/** What a person asks of Activity. */
export interface ActivityFilter {
  readonly find: string;
  /** The chosen kinds, by their words; none is every kind. */
  readonly kinds: readonly string[];
  /** A location's id. */
  readonly place: string | null;
  /** The id of somebody who has, gets or gives back. */
  readonly holder: string | null;
  readonly span: Span;
}

/** Everything that was observed. */
export const NO_FILTER: ActivityFilter = { find: "", kinds: [], place: null, holder: null, span: "all" };

/** The kinds of change to choose from: types with one word are one kind. */
export const KINDS: ReadonlyMap<string, readonly ChangeType[]> = new Map(
  CHANGE_TYPES.map((type) => [
    changeLabel(type),
    CHANGE_TYPES.filter((other) => changeLabel(other) === changeLabel(type)),
  ]),
);

/** What the address keeps of a filter, so that "back" finds it again. */
export interface ActivitySearch {
  readonly find?: string;
  /** Words of kinds with commas between them. */
  readonly kinds?: string;
  readonly place?: string;
  readonly holder?: string;
  readonly span?: Span;
}

/** Reads what the address says of a filter; what makes no sense there does not filter. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  return searchOf({
    find: text(search["find"]),
    kinds: text(search["kinds"])
      .split(",")
      .filter((kind) => KINDS.has(kind)),
    place: text(search["place"]) || null,
    holder: text(search["holder"]) || null,
    span: SPAN_NAMES.find((span) => span === search["span"]) ?? "all",
  });
}

/** The filter that an address stands for. */
export function filterOf(search: ActivitySearch): ActivityFilter {
  // The router hands on what the reader above left out.
  const { find = "", kinds, place = null, holder = null, span = "all" } = readActivitySearch({ ...search });
  return { find, kinds: kinds?.split(",") ?? [], place, holder, span };
}

/** What the address says of a filter: only what restricts. */
export function searchOf({ find, kinds, place, holder, span }: ActivityFilter): ActivitySearch {
  return {
    ...(find === "" ? {} : { find }),
    ...(kinds.length === 0 ? {} : { kinds: kinds.join(",") }),
    ...(place === null ? {} : { place }),
    ...(holder === null ? {} : { holder }),
    ...(span === "all" ? {} : { span }),
  };
}

/** The router reads a text that looks like a number as one. */
function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** How many of the filters restrict anything. */
export function countActive({ find, kinds, place, holder, span }: ActivityFilter): number {
  return [find.trim() !== "", kinds.length > 0, place !== null, holder !== null, span !== "all"].filter(
    Boolean,
  ).length;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Compiles a filter to what the core takes.
 * @param now ms since the epoch; only its minute counts, so that the answer stands for a while.
 */
export function compileActivity(
  { find, kinds, place, holder, span }: ActivityFilter,
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
  };
}
