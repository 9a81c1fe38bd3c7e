import type { GroupValue } from "../../../shared/query/group-levels.ts";
import type { GroupLine, Groups } from "../../../shared/query/grouping.ts";
import type { Group } from "./group-tree.ts";

/** A shown group, and the line of its heading. */
export interface Heading {
  readonly group: Group;
  readonly line: number;
  /** Whether the rows and inner groups of this group are hidden. */
  readonly closed: boolean;
}

/** The content of a display row: the heading of a group, or the place of a row in the result. */
export type LineContent = { readonly heading: Heading } | { readonly place: number };

/** The display rows of a grouped result: a heading for each shown group, and the rows of open groups. */
export class GroupLines {
  /** The number of display rows. */
  readonly total: number;
  readonly #headings: Heading[] = [];
  readonly #depth: number;

  /** @param groups as `divide` returns them. */
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

  /** The display row of a row by its place; null if its group is closed. */
  lineOf(place: number): number | null {
    const heading = this.#lastOf(({ group }) => group.start <= place);
    return heading && this.#showsRows(heading) ? heading.line + 1 + place - heading.group.start : null;
  }

  /** The place of a display row's row. For a heading, it is the place of the group's first row. */
  placeOf(line: number): number {
    const content = this.#at(Math.min(line, this.total - 1));
    return "place" in content ? content.place : content.heading.group.start;
  }

  #at(line: number): LineContent {
    const heading = this.#lastOf((candidate) => candidate.line <= line);
    // A result without rows has no display rows.
    if (!heading) return { place: -1 };
    const behind = line - heading.line;
    return behind === 0 ? { heading } : { place: heading.group.start + behind - 1 };
  }

  /** Whether the display rows below a heading are rows, not groups. */
  #showsRows({ group, closed }: Heading): boolean {
    return !closed && group.level === this.#depth - 1;
  }

  /** The last heading that meets a test. All headings before it must meet the test too. */
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

/**
 * The display row of a group's heading.
 * @param nameOf the name of a value at a level; null if the value has no name.
 */
export function headingLine(
  { group: { id, level, path, count, place, parent }, closed }: Heading,
  nameOf: (level: number, value: GroupValue) => string | null,
): GroupLine {
  const name = nameOf(level, path.at(-1) ?? null);
  const beside = parent?.children ?? 1;
  return { id, group: { level, path: [...path], name, count, closed, place, beside } };
}
