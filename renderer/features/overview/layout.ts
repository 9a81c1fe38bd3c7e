import { z } from "zod";
import { parseJson } from "../../../shared/base/text/json.ts";
import { CARD_TITLES } from "./messages.ts";

/** The ids of the cards that every overview has, in their order. */
export type BuiltInCard = keyof typeof CARD_TITLES;
export const BUILT_IN_CARDS = Object.keys(CARD_TITLES) as readonly BuiltInCard[];

/** The content of a card that shows a view's rows. */
const contentSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("count") }),
  z.strictObject({ kind: z.literal("sum"), field: z.string().max(200) }),
  z.strictObject({ kind: z.literal("breakdown"), field: z.string().max(200) }),
]);
export type CardContent = z.infer<typeof contentSchema>;

/** A card that the user made from a saved view. */
const viewCardSchema = z.strictObject({ id: z.uuid(), viewId: z.uuid(), content: contentSchema });
export type ViewCard = Readonly<z.infer<typeof viewCardSchema>>;

/** The most cards that the user can make. */
export const MAX_CARDS = 100;
const layoutSchema = z.strictObject({
  version: z.literal(1),
  /** The ids of the cards, in order. */
  order: z.array(z.string().max(100)).max(2 * MAX_CARDS),
  hidden: z.array(z.string().max(100)).max(2 * MAX_CARDS),
  own: z.array(viewCardSchema).max(MAX_CARDS),
});
/** The cards of an overview and their order. */
export type Layout = Readonly<z.infer<typeof layoutSchema>>;

export const DEFAULT_LAYOUT: Layout = { version: 1, order: [...BUILT_IN_CARDS], hidden: [], own: [] };

export type PlacedCard =
  | { readonly id: BuiltInCard; readonly own: null; readonly hidden: boolean }
  | { readonly id: string; readonly own: ViewCard; readonly hidden: boolean };

/** Reads a layout. A damaged layout is replaced by the default cards. */
export function readLayout(text: string | null): Layout {
  return layoutSchema.safeParse(parseJson(text)).data ?? DEFAULT_LAYOUT;
}

/** Lists every card in its order. Cards that a newer version added come after the cards that the user arranged. */
export function placedCards({ order, hidden, own }: Layout): readonly PlacedCard[] {
  const known = [...new Set([...order, ...BUILT_IN_CARDS, ...own.map(({ id }) => id)])];
  return known.flatMap((id): readonly PlacedCard[] => {
    const builtIn = BUILT_IN_CARDS.find((card) => card === id);
    const card = own.find((other) => other.id === id);
    if (builtIn) return [{ id: builtIn, own: null, hidden: hidden.includes(id) }];
    return card ? [{ id, own: card, hidden: hidden.includes(id) }] : [];
  });
}

/** Moves a card by one place. A card at an end stays there. */
export function moveCard(layout: Layout, id: string, step: 1 | -1): Layout {
  const order = placedCards(layout).map((card) => card.id);
  const from = order.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= order.length) return layout;
  return { ...layout, order: order.toSpliced(from, 1).toSpliced(to, 0, id) };
}

/** Shows or hides a card. */
export function setHidden(layout: Layout, id: string, hidden: boolean): Layout {
  const others = layout.hidden.filter((other) => other !== id);
  return { ...layout, hidden: hidden ? [...others, id] : others };
}

/** Adds a card after all other cards. */
export function addCard(layout: Layout, card: ViewCard): Layout {
  const order = placedCards(layout).map(({ id }) => id);
  return { ...layout, order: [...order, card.id], own: [...layout.own, card] };
}

/** Removes a card that the user made. */
export function removeCard(layout: Layout, id: string): Layout {
  const without = (ids: readonly string[]): string[] => ids.filter((other) => other !== id);
  return {
    ...layout,
    order: without(layout.order),
    hidden: without(layout.hidden),
    own: layout.own.filter((card) => card.id !== id),
  };
}
