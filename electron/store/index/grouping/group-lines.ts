import type { Groups } from "../../../../shared/query/grouping.ts";
import type { GroupTree } from "./group-tree.ts";

/** What stands in a line: a group's heading, or the row at a place of the result. */
export type LineContent = { readonly group: number } | { readonly place: number };

/** The lines of a result in groups: a heading for each group in sight, and the rows of the open ones. */
export class GroupLines {
  readonly tree: GroupTree;
  /** How many lines there are. */
  readonly total: number;
  /** The groups in sight, in their order, the places of their first rows, and their lines. */
  readonly #groups: number[] = [];
  readonly #starts: number[] = [];
  readonly #lines: number[] = [];
  readonly #closed: (group: number) => boolean;

  constructor(tree: GroupTree, { closed, exceptions }: Groups) {
    this.tree = tree;
    const others = new Set(exceptions.flatMap((path) => tree.find(path) ?? []));
    this.#closed = (group) => closed !== others.has(group);
    let line = 0;
    for (let group = 0; group < tree.size;) {
      this.#groups.push(group);
      this.#starts.push(tree.startOf(group));
      this.#lines.push(line);
      line += 1;
      if (this.#closed(group)) group = tree.endOf(group);
      else {
        if (this.#hasRows(group)) line += tree.countOf(group);
        group += 1;
      }
    }
    this.total = line;
  }

  /** Whether a group's rows, and the groups within it, are out of sight. */
  isClosed(group: number): boolean {
    return this.#closed(group);
  }

  /** What stands in so many lines from one on; fewer where there are no more. */
  slice(from: number, most: number): LineContent[] {
    const length = Math.max(0, Math.min(most, this.total - from));
    return Array.from({ length }, (_, at) => this.at(from + at));
  }

  /** What stands in a line, counted from 0. */
  at(line: number): LineContent {
    const entry = lastNotAfter(this.#lines, line);
    const group = this.#groups[entry] ?? 0;
    const behind = line - (this.#lines[entry] ?? 0);
    return behind === 0 ? { group } : { place: this.tree.startOf(group) + behind - 1 };
  }

  /** The line of the row at a place; null where its group is closed. */
  lineOf(place: number): number | null {
    const entry = lastNotAfter(this.#starts, place);
    const group = this.#groups[entry];
    if (group === undefined || !this.#hasRows(group) || this.#closed(group)) return null;
    return (this.#lines[entry] ?? 0) + 1 + place - this.tree.startOf(group);
  }

  /** The place of the row in a line; of a heading, that of its group's first row. */
  placeOf(line: number): number {
    const content = this.at(Math.min(line, this.total - 1));
    return "place" in content ? content.place : this.tree.startOf(content.group);
  }

  /** Whether rows come below it, not groups. */
  #hasRows(group: number): boolean {
    return this.tree.levelOf(group) === this.tree.depth - 1;
  }
}

/** Where the last number stands, among rising ones, that is not greater. */
function lastNotAfter(rising: readonly number[], number: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
