/** Joins whole sentences by a blank. Empty sentences, null and false are left out. */
export const joinSentences = (...sentences: readonly (string | null | false)[]): string =>
  sentences.filter(Boolean).join(" ");
