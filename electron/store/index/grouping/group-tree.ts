import type { GroupPath, GroupValue } from "../../../../shared/query/group-levels.ts";
import { QueryError } from "../../../../shared/domain/query-error.ts";

/** The most groups, over all levels, that a result is divided into. */
const MAX_GROUPS = 50_000;

/** What the rows of a result have at one level, by their places: numbers, each of which stands for a value. */
export interface LevelCodes {
  readonly codes: Uint32Array;
  readonly valueOf: (code: number) => GroupValue;
}

/**
 * The groups of a result by their numbers, from 0: each comes before the groups within it, and those before the next
 * one beside it. A group is where the order has the same values one after the other, so that its rows are a part of it.
 */
export class GroupTree {
  readonly #levels: number[] = [];
  readonly #values: GroupValue[] = [];
  readonly #starts: number[] = [];
  readonly #counts: number[] = [];
  /** The number behind the last group within each. */
  readonly #ends: number[] = [];
  readonly #parents: number[] = [];
  readonly #places: number[] = [];
  /** How many groups are within each, one level deeper; how many there are outermost. */
  readonly #children: number[] = [];
  #outermost = 0;
  #byPath: Map<string, number> | null = null;
  /** How many levels there are. */
  readonly depth: number;

  /**
   * @param rows how many the result has.
   * @throws QueryError where there are more groups than a table can show.
   */
  constructor(levels: readonly LevelCodes[], rows: number) {
    this.depth = levels.length;
    const open: number[] = [];
    for (let place = 0; place < rows; place += 1) {
      // Most rows are of the group of the row before: what follows is rare.
      const from =
        place === 0 ? 0 : levels.findIndex(({ codes }) => (codes[place] ?? 0) !== (codes[place - 1] ?? 0));
      if (from < 0) continue;
      this.#close(open, from, place);
      for (const [level, { codes, valueOf }] of levels.entries()) {
        if (level >= from) open.push(this.#open(level, valueOf(codes[place] ?? 0), place, open.at(-1) ?? -1));
      }
    }
    this.#close(open, 0, rows);
  }

  /** How many groups there are, over all levels. */
  get size(): number {
    return this.#levels.length;
  }

  /** From 0, the outermost, on. */
  levelOf(group: number): number {
    return this.#levels[group] ?? 0;
  }

  /** The place of its first row. */
  startOf(group: number): number {
    return this.#starts[group] ?? 0;
  }

  countOf(group: number): number {
    return this.#counts[group] ?? 0;
  }

  /** The number of the next group that is not within this one. */
  endOf(group: number): number {
    return this.#ends[group] ?? 0;
  }

  /** Its place among the groups beside it, from 0, and how many there are. */
  standingOf(group: number): { readonly place: number; readonly beside: number } {
    const parent = this.#parents[group] ?? -1;
    return {
      place: this.#places[group] ?? 0,
      beside: parent < 0 ? this.#outermost : (this.#children[parent] ?? 0),
    };
  }

  /** The values from the outermost group to this one. */
  pathOf(group: number): GroupValue[] {
    const parent = this.#parents[group] ?? -1;
    return [...(parent < 0 ? [] : this.pathOf(parent)), this.#values[group] ?? null];
  }

  /** The group with those values, from the outermost on; undefined where there is none. */
  find(path: GroupPath): number | undefined {
    this.#byPath ??= new Map(
      this.#values.map((value, group) => [stepKey(this.#parents[group] ?? -1, value), group]),
    );
    let group: number | undefined = -1;
    for (const value of path) group = group === undefined ? group : this.#byPath.get(stepKey(group, value));
    return group;
  }

  #open(level: number, value: GroupValue, start: number, parent: number): number {
    if (this.size === MAX_GROUPS) {
      throw new QueryError(
        `there are more than ${MAX_GROUPS} groups; fewer levels, longer spans of time or a filter make fewer`,
      );
    }
    const group = this.#levels.push(level) - 1;
    this.#values.push(value);
    this.#starts.push(start);
    this.#parents.push(parent);
    this.#children.push(0);
    this.#places.push(parent < 0 ? this.#outermost : (this.#children[parent] ?? 0));
    if (parent < 0) this.#outermost += 1;
    else this.#children[parent] = (this.#children[parent] ?? 0) + 1;
    return group;
  }

  /** Ends the groups from a level on, whose last row is the one before a place. */
  #close(open: number[], level: number, place: number): void {
    for (const group of open.splice(level)) {
      this.#counts[group] = place - this.startOf(group);
      this.#ends[group] = this.size;
    }
  }
}

const stepKey = (parent: number, value: GroupValue): string =>
  value === null ? `${parent}` : `${parent} ${value}`;
