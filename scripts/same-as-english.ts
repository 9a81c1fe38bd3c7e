/** Texts that other languages share with English: names, units, signs and words that are spelt the same. */
export const SAME_AS_ENGLISH: ReadonlySet<string> = new Set(["Stockdeck"]);
