import type { GroupValue } from "../../../../shared/query/group-levels.ts";
import type { GroupLine, Groups } from "../../../../shared/query/grouping.ts";
import type { Group } from "./group-tree.ts";

/** A group in sight, and the line of its heading. */
export interface Heading {
  readonly group: Group;
  readonly line: number;
  /** Whether its rows, and the groups within it, are out of sight. */
  readonly closed: boolean;
}

/** The content of a display row: a group's heading, or the row at a place of the result. */
export type LineContent = { readonly heading: Heading } | { readonly place: number };

/** The lines of a result in groups: a heading for each group in sight, and the rows of the open ones. */
export class GroupLines {
  /** How many lines there are. */
  readonly total: number;
  readonly #headings: Heading[] = [];
  readonly #depth: number;

  /** @param groups as `divide` gives them. */
  constructor(groups: readonly Group[], { closed: mostClosed, exceptions, levels }: Groups) {
    this.#depth = levels;
    const others = new Set(exceptions.map((path) => JSON.stringify(path)));
    let line = 0;
    for (let at = 0; at < groups.length;) {
      const group = groups[at] as Group;
      const heading = { group, line, closed: mostClosed !== others.has(group.id) };
      this.#headings.push(heading);
      line += this.#showsRows(heading) ? 1 + group.count : 1;
      at = heading.closed ? group.end : at + 1;
    }
    this.total = line;
  }

  /** The content of up to `most` display rows, beginning with `from`. */
  slice(from: number, most: number): LineContent[] {
    const length = Math.max(0, Math.min(most, this.total - from));
    return Array.from({ length }, (_, at) => this.#at(from + at));
  }

  /** The line of the row at a place; null if its group is closed. */
  lineOf(place: number): number | null {
    const heading = this.#lastOf(({ group }) => group.start <= place);
    return heading && this.#showsRows(heading) ? heading.line + 1 + place - heading.group.start : null;
  }

  /** The place of the row in a line; of a heading, that of its group's first row. */
  placeOf(line: number): number {
    const content = this.#at(Math.min(line, this.total - 1));
    return "place" in content ? content.place : content.heading.group.start;
  }

  #at(line: number): LineContent {
    const heading = this.#lastOf((candidate) => candidate.line <= line);
    // A result without rows has no lines.
    if (!heading) return { place: -1 };
    const behind = line - heading.line;
    return behind === 0 ? { heading } : { place: heading.group.start + behind - 1 };
  }

  /** Whether the display rows below a heading are rows, not groups, and in sight. */
  #showsRows({ group, closed }: Heading): boolean {
    return !closed && group.level === this.#depth - 1;
  }

  /** The last heading for which a test holds that holds for all before it. */
  #lastOf(holds: (heading: Heading) => boolean): Heading | undefined {
    let [low, high] = [0, this.#headings.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#headings[middle] as Heading)) low = middle + 1;
      else high = middle;
    }
    return this.#headings[low - 1];
  }
}

/** The display row above a group's rows. @param nameOf the name of a value at a level; null if it has none. */
export function headingLine(
  { group: { id, level, path, count, place, parent }, closed }: Heading,
  nameOf: (level: number, value: GroupValue) => string | null,
): GroupLine {
  const name = nameOf(level, path.at(-1) ?? null);
  const beside = parent?.children ?? 1;
  return { id, group: { level, path: [...path], name, count, closed, place, beside } };
}
