/**
 * Reuses the elements of rows that left for rows that enter, so that a frame which replaces many only changes texts.
 * A row that stays keeps its element, and with it the focus.
 * @param before the elements by their rows. @param indexes the wanted rows, in their order.
 * @returns the elements by those rows, in that order, and the elements left over.
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
