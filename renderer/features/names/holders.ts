import { blankEntry, type NameEntry } from "../../../shared/features/names/names.ts";
import { fold, searchTerms } from "../../../shared/base/text/fold.ts";
import { compareNatural } from "../../../shared/base/text/natural-order.ts";
import type { Names } from "../../table/names/name-queries.ts";

/** A holder: what the user says about the id, and how many items it has now. */
export interface Holder extends NameEntry {
  readonly items: number;
}

/** Ids of items with how many items have each. */
export type IdCount = Readonly<{ value: string; count: number }>;

/** Everyone who holds something or is in the name book: by name, those without one by id at the end. */
export function listHolders(counts: readonly IdCount[], names: Names): readonly Holder[] {
  const byId = new Map(counts.map(({ value, count }) => [value, count]));
  const ids = new Set([...byId.keys(), ...names.keys()]);
  const holders = [...ids].map((id) => ({
    ...(names.get(id) ?? blankEntry(id)),
    items: byId.get(id) ?? 0,
  }));
  return holders.toSorted(
    (a, b) =>
      Number(a.name === "") - Number(b.name === "")
      || compareNatural(a.name, b.name)
      || compareNatural(a.id, b.id)
      || (a.id < b.id ? -1 : 1),
  );
}

/** The holders with each term of a search in one of their texts. */
export function searchHolders(
  holders: readonly Holder[],
  search: string,
  unnamedOnly: boolean,
): readonly Holder[] {
  const terms = searchTerms(search).map(fold);
  return holders.filter(({ id, name, team, note }) => {
    if (unnamedOnly && name !== "") return false;
    const text = fold([id, name, team, note].join("\n"));
    return terms.every((term) => text.includes(term));
  });
}
