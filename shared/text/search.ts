/**
 * Splits what was typed into the search box: words are all-of, and quotes keep words together.
 * @returns the terms, without empty ones.
 */
export function searchTerms(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, word]) => quoted ?? word ?? "")
    .map((term) => term.replace(/"/g, ""))
    .filter((term) => term.trim() !== "");
}
