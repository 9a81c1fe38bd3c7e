import { Bitmap } from "./bitmap.ts";
import type { TableIndex } from "./table-index.ts";

/** Terms whose rows are kept: those of a few words, letter by letter. */
const KEPT = 12;

/** The ids of references whose folded name has a term in it, by the field that refers to them. */
export type NamedReferences = (term: string) => ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Looks for folded terms in a table's rows, as `compileQuery` says. A longer term is only looked for where a shorter
 * one that is part of it was found, so that each key narrows what the key before has left.
 */
export class TermSearch {
  readonly #index: TableIndex;
  readonly #namedReferences: NamedReferences;
  readonly #found = new Map<string, Bitmap>();

  constructor(index: TableIndex, namedReferences: NamedReferences) {
    this.#index = index;
    this.#namedReferences = namedReferences;
  }

  /** The slots of the rows with a folded term in their name, their id, their holder or the name of a reference. */
  find(term: string): Bitmap {
    const known = this.#found.get(term);
    if (known) return known;
    const within = this.#narrowest(term);
    const { names, ids, length } = this.#index;
    let found = names.having(within, term, "anywhere").or(ids.having(within, term, "anywhere"));
    for (const [field, references] of this.#namedReferences(term)) {
      if (references.size === 0) continue;
      const column = this.#index.texts(field);
      if (column) found = found.or(column.matching(length, (id) => references.has(id)));
    }
    this.#found.set(term, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > KEPT && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }

  #narrowest(term: string): Bitmap {
    const [longest] = [...this.#found.keys()]
      .filter((known) => term.includes(known))
      .toSorted((left, right) => right.length - left.length);
    return (longest === undefined ? undefined : this.#found.get(longest)) ?? Bitmap.full(this.#index.length);
  }
}
