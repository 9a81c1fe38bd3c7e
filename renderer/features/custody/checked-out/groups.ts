import { filterOfGroup } from "../../../../shared/query/group-levels.ts";
import type { Breakdown, BreakdownGroup, Total } from "../../../../shared/query/totals.ts";
import type { ChipFilter } from "../../../../shared/query/field-filter.ts";
import { groupBy } from "../../../../shared/base/group-by.ts";
import { fold, searchTerms } from "../../../../shared/base/text/fold.ts";
import { ageBands } from "../../../inventory/figures/ages.ts";
import { nameIn, type Names } from "../../../inventory/names/name-queries.ts";
import type { Grouping } from "./checked-out-search.ts";
import { holdersFilter } from "./holders-filter.ts";
import { NO_VALUE } from "./messages.ts";

/** The field of each grouping. Teams are made of holders; with "item", items are listed one by one. */
export const FIELD_OF = {
  holder: "checkedOutToUserId",
  team: "checkedOutToUserId",
  type: "materialTypeId",
  location: "locationId",
} as const satisfies Record<Exclude<Grouping, "item">, string>;

/** The fields that are totalled in each group. */
export const TOTALLED = ["remainingLength", "checkedOutAt", "value"] as const;

const BANDS = ageBands("2000-01-01").length;

/** A group of checked-out items that have the same value in a field. */
export interface Group {
  /** The common value; null for items without a value in the field. */
  readonly value: string | null;
  readonly label: string;
  /** Whether the label is the id itself, because the id has no name. */
  readonly isId: boolean;
  /** The holder's team; "" for no team. */
  readonly team: string;
  /** The filters that the group's items pass, besides the filter by status. */
  readonly filters: readonly ChipFilter[];
  readonly items: number;
  readonly lengths: readonly Total[];
  /** The value of the group's items in each currency; empty if no item has a value. */
  readonly values: readonly Total[];
  /** The earliest check-out time in the group, in ms since the epoch; null if unknown. */
  readonly oldest: number | null;
  /** The sum and the number of the check-out times, for the average. */
  readonly outSince: { readonly sum: number; readonly count: number };
  /** The number of items in each age band. */
  readonly ages: readonly number[];
  /** The number of items that are out longer than usual; 0 while unknown. */
  readonly late: number;
}

/**
 * Merges two breakdowns by the same field into groups. The first has the totals; the parts of the second are age bands
 * and late items.
 */
export function groupsOf(
  by: Exclude<Grouping, "item">,
  totals: Breakdown,
  parts: Breakdown,
  names: Names,
): readonly Group[] {
  const partsOf = new Map(parts.groups.map((group) => [group.value, group.parts.map(({ rows }) => rows)]));
  const groups = totals.groups.map((group) => groupOf(by, group, partsOf.get(group.value) ?? [], names));
  return by === "team" ? teamsOf(groups, names) : groups;
}

function groupOf(
  by: Exclude<Grouping, "item">,
  group: BreakdownGroup,
  parts: readonly number[],
  names: Names,
): Group {
  const { value } = group;
  const field = FIELD_OF[by];
  const [all] = group.parts;
  const [since] = all?.totals["checkedOutAt"] ?? [];
  const name =
    value === null ? NO_VALUE[by] : by === "holder" || by === "team" ? nameIn(names, value) : group.name;
  return {
    value,
    label: name ?? value ?? "",
    isId: name === null,
    team: value === null ? "" : (names.get(value)?.team ?? ""),
    filters: [filterOfGroup({ field }, value)],
    items: all?.rows ?? 0,
    lengths: all?.totals["remainingLength"] ?? [],
    values: all?.totals["value"] ?? [],
    oldest: since?.min ?? null,
    outSince: { sum: since?.sum ?? 0, count: since?.count ?? 0 },
    ages: parts.slice(0, BANDS),
    late: parts[BANDS] ?? 0,
  };
}

/**
 * Merges the groups of holders into groups of teams. Holders without a team form one group, together with the items
 * without a holder.
 */
function teamsOf(holders: readonly Group[], names: Names): readonly Group[] {
  const entries = [...names.values()];
  const members = groupBy(entries, ({ team }) => team);
  const idsOf = (team: string): readonly string[] => (members.get(team) ?? []).map(({ id }) => id);
  const inTeams = entries.filter(({ team }) => team !== "").map(({ id }) => id);
  return [...groupBy(holders, ({ team }) => team)].map(([team, groups]): Group => {
    const filter = team === "" ? holdersFilter(inTeams, true) : holdersFilter(idsOf(team));
    return {
      ...groups.reduce(merge),
      value: team === "" ? null : team,
      label: team === "" ? NO_VALUE.team : team,
      isId: false,
      team,
      filters: filter ? [filter] : [],
    };
  });
}

function merge(a: Group, b: Group): Group {
  const oldest = [a.oldest, b.oldest].filter((moment) => moment !== null);
  return {
    ...a,
    items: a.items + b.items,
    lengths: addUp([...a.lengths, ...b.lengths]),
    values: addUp([...a.values, ...b.values]),
    oldest: oldest.length === 0 ? null : Math.min(...oldest),
    outSince: { sum: a.outSince.sum + b.outSince.sum, count: a.outSince.count + b.outSince.count },
    ages: a.ages.map((items, at) => items + (b.ages[at] ?? 0)),
    late: a.late + b.late,
  };
}

/** Adds totals of the same unit. */
function addUp(totals: readonly Total[]): readonly Total[] {
  return [...groupBy(totals, ({ measuredIn }) => measuredIn).values()].map((list) =>
    list.reduce((a, b) => ({
      measuredIn: a.measuredIn,
      count: a.count + b.count,
      sum: a.sum + b.sum,
      min: Math.min(a.min, b.min),
      max: Math.max(a.max, b.max),
    })),
  );
}

/** Finds the groups whose name, id or team contains each term of a search. */
export function searchGroups(groups: readonly Group[], search: string): readonly Group[] {
  const terms = searchTerms(search).map(fold);
  if (terms.length === 0) return groups;
  return groups.filter(({ label, value, team }) => {
    const text = fold([label, value ?? "", team].join("\n"));
    return terms.every((term) => text.includes(term));
  });
}

/** The average check-out time of the items in a group, in ms since the epoch; null if unknown. */
export function averageSince({ outSince: { sum, count } }: Pick<Group, "outSince">): number | null {
  return count === 0 ? null : sum / count;
}
