/** A row on screen: its index, and the key of the element that shows it. */
export interface RowSlot {
  readonly index: number;
  readonly key: number;
}

/**
 * Gives rows that enter the elements of rows that left, so that a frame which replaces many only changes their texts.
 * A row that stays keeps its element. Rows stand in the page in their order, and an element is taken over only where
 * that moves none of a row that stays: a moved element would lose the focus.
 * @param before the rows that were on screen, in their order.
 * @param indexes those that are to be, in theirs.
 */
export function placeInSlots(before: readonly RowSlot[], indexes: readonly number[]): readonly RowSlot[] {
  const stays = new Set(indexes);
  const places = new Map(before.map(({ index }, place) => [index, place]));
  const free = before.flatMap(({ index, key }, place) => (stays.has(index) ? [] : [{ key, place }]));
  let fresh = before.reduce((next, { key }) => Math.max(next, key + 1), 0);
  /** Behind the elements of all rows that stay and come later, an element may be moved to the end. */
  const lastStaying = before.findLastIndex(({ index }) => stays.has(index));
  let passed = -1;
  return indexes.map((index): RowSlot => {
    const place = places.get(index);
    const known = place === undefined ? undefined : before[place];
    if (place !== undefined && known) {
      passed = place;
      return known;
    }
    const next = passed >= lastStaying ? Number.POSITIVE_INFINITY : nextStaying(before, stays, passed);
    // The elements between its neighbours first; at the end, any that is left.
    let at = free.findIndex((slot) => slot.place > passed && slot.place < next);
    if (at < 0 && next === Number.POSITIVE_INFINITY) at = free.length - 1;
    const [taken] = at < 0 ? [] : free.splice(at, 1);
    if (taken) {
      passed = Math.max(passed, taken.place);
      return { index, key: taken.key };
    }
    fresh += 1;
    return { index, key: fresh - 1 };
  });
}

function nextStaying(before: readonly RowSlot[], stays: ReadonlySet<number>, after: number): number {
  const next = before.findIndex(({ index }, place) => place > after && stays.has(index));
  return next < 0 ? Number.POSITIVE_INFINITY : next;
}

/** The rows on screen from render to render. Placing the same indexes again changes nothing. */
export class RowSlots {
  #slots: readonly RowSlot[] = [];

  /** The slots of these rows, in their order. */
  place(indexes: readonly number[]): readonly RowSlot[] {
    const same =
      indexes.length === this.#slots.length && this.#slots.every(({ index }, at) => index === indexes[at]);
    if (!same) this.#slots = placeInSlots(this.#slots, indexes);
    return this.#slots;
  }
}
