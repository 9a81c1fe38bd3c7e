import { fold } from "../../shared/base/text/fold.ts";
import { OWN_FIELDS } from "../../shared/inventory/fields.ts";
import { Bitmap } from "./bitmap.ts";
import type { TableIndex } from "./table-index.ts";

/** The number of searches in memory: enough for a few words that are typed letter by letter. */
const KEPT_SEARCHES = 12;

/** Finds the references whose folded name contains a term. Their ids are given for each field that refers to them. */
export type NamedReferences = (term: string) => ReadonlyMap<string, ReadonlySet<string>>;

/** The rows of one search. */
interface Found {
  /** The terms of the search, each once. */
  readonly terms: readonly string[];
  readonly slots: Bitmap;
  readonly count: number;
}

/**
 * Searches a table's rows for folded terms, with the same result as `compileQuery`. If each term of an earlier search
 * is part of a new term, only the rows of that search are searched. So each typed letter narrows the previous result.
 */
export class TermSearch {
  readonly #index: TableIndex;
  readonly #namedReferences: NamedReferences;
  /** The searches in memory, the last used at the end. */
  readonly #found: Found[] = [];

  constructor(index: TableIndex, namedReferences: NamedReferences) {
    this.#index = index;
    this.#namedReferences = namedReferences;
  }

  /**
   * The slots of the rows that contain all terms. A term may be part of the row's name, its id, its holder, a text of the
   * user's or the name of a reference.
   */
  find(all: readonly string[]): Bitmap {
    // The longest term comes first, because it leaves the fewest rows for the other terms.
    const terms = [...new Set(all)].toSorted((left, right) => right.length - left.length);
    const narrowest = this.#narrowest(terms);
    const missing = terms.filter((term) => !narrowest.terms.includes(term));
    if (missing.length === 0 && narrowest.terms.length === terms.length) return narrowest.slots;
    const slots = missing.reduce((within, term) => this.#having(within, term), narrowest.slots);
    this.#found.push({ terms, slots, count: slots.count() });
    if (this.#found.length > KEPT_SEARCHES) this.#found.shift();
    return slots;
  }

  /** The earlier search with the fewest rows whose terms are all parts of new terms. */
  #narrowest(terms: readonly string[]): Found {
    const { length } = this.#index;
    const everything: Found = { terms: [], slots: Bitmap.full(length), count: length };
    return this.#found
      .filter((known) => known.terms.every((part) => terms.some((term) => term.includes(part))))
      .reduce((best, known) => (known.count <= best.count ? known : best), everything);
  }

  #having(within: Bitmap, term: string): Bitmap {
    const { names, ids, resource } = this.#index;
    let found = new Bitmap(within.length);
    // Texts that many rows share are searched first, because that is fastest. Rows found there need no other search.
    for (const [field, references] of this.#namedReferences(term)) {
      const column = references.size > 0 ? this.#index.texts(field) : null;
      if (column) found = found.or(column.matchingOf(within.without(found), (id) => references.has(id)));
    }
    for (const field of OWN_FIELDS[resource]) {
      const column = this.#index.texts(field);
      if (column)
        found = found.or(column.matchingOf(within.without(found), (text) => fold(text).includes(term)));
    }
    found = found.or(names.having(within.without(found), term, "anywhere"));
    return found.or(ids.having(within.without(found), term, "anywhere"));
  }
}
