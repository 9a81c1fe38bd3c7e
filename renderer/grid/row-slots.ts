/** Reuses the elements of rows that left for rows that enter; a row that stays keeps its element, and so the focus. */
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
