/** Joins whole sentences by a blank. Empty texts, null and false are left out. */
export const joinSentences = (...sentences: readonly (string | null | false)[]): string =>
  sentences.filter(Boolean).join(" ");
