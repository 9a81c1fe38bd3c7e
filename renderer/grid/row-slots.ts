/**
 * Gives rows that enter the elements of rows that left, so that a frame which replaces many only changes their texts.
 * A row that stays keeps its element, and with it the focus.
 * @param before the elements by their rows. @param indexes the rows that are to be, in their order.
 * @returns the elements by those rows, in that order, and the elements that are left over.
 */
export function placeInSlots<Element>(
  before: ReadonlyMap<number, Element>,
  indexes: readonly number[],
  create: () => Element,
): { readonly placed: ReadonlyMap<number, Element>; readonly left: readonly Element[] } {
  const stays = new Set(indexes);
  const free = [...before].flatMap(([index, element]) => (stays.has(index) ? [] : [element]));
  const placed = new Map(
    indexes.map((index) => [index, before.get(index) ?? free.shift() ?? create()] as const),
  );
  return { placed, left: free };
}
