import { PRICE_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { PRICE_BASES } from "./valuation.ts";

const basisSchema = z.enum(PRICE_BASES);

const MAX_BASES = 1_000;
const MAX_TYPES = 20_000;

/** The confirmed meanings of `pricingBasis`, by its text. `pricingBasis` is free text (specification 2.8). */
export const CONFIRMED_BASES = {
  name: "priceBases",
  record: basisSchema,
  maxRecords: MAX_BASES,
  tooMany: PRICE_LIMITS.bases({ most: String(MAX_BASES) }),
} as const satisfies ConnectionDocument;

/**
 * The user's pricing bases for single material types, by the ids of the types. They replace the meaning of the type's
 * `pricingBasis`.
 */
export const TYPE_BASES = {
  name: "typeBases",
  record: basisSchema,
  maxRecords: MAX_TYPES,
  tooMany: PRICE_LIMITS.types({ most: String(MAX_TYPES) }),
} as const satisfies ConnectionDocument;

/** One `pricingBasis` that material types have. */
const seenBasisSchema = z.strictObject({
  /** The text from the service; null for types without a text. */
  basis: z.string().nullable(),
  types: z.int(),
  /** The number of types with a price per foot; below, with a price per pound. */
  perFoot: z.int(),
  perPound: z.int(),
});
export type SeenBasis = Readonly<z.infer<typeof seenBasisSchema>>;

/** The calls of stock value. */
export const STOCK_VALUE_CALLS = {
  /** Returns each pricing basis of the open connection's types, the most frequent first. */
  queryPriceBases: { input: z.strictObject(ofConnection), output: z.array(seenBasisSchema) },
} as const;

/**
 * Proposes what a pricing basis means: by its words, or else by the only price that its types have.
 * @returns null if neither words nor prices decide, or if the words contradict the prices.
 */
export function proposeBasis({ basis, perFoot, perPound }: SeenBasis): "foot" | "pound" | null {
  const words = basis ?? "";
  const [saysFoot, saysPound] = [/\b(foot|feet|ft|length|linear)\b/i, /\b(pounds?|lbs?|weight)\b/i].map(
    (pattern) => pattern.test(words.replaceAll(/[_-]|(?<=[a-z])(?=[A-Z])/g, " ")),
  );
  if (saysFoot === saysPound) return perFoot > 0 === perPound > 0 ? null : perFoot > 0 ? "foot" : "pound";
  const said = saysFoot ? "foot" : "pound";
  return (said === "foot" ? perFoot : perPound) > 0 ? said : null;
}
