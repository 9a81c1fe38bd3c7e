import { fold } from "./fold.ts";

/** Splits the text of the search box into terms. A row must match all of them; quotes keep words together. */
export function searchTerms(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, word]) => quoted ?? word ?? "")
    .map((term) => term.replace(/"/g, ""))
    .filter((term) => term.trim() !== "" && fold(term) !== "");
}
