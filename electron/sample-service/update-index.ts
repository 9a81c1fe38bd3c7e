import { lowerBound } from "./record-source.ts";

/** A place in the order of (updatedAt, id). */
export interface UpdatePlace {
  readonly at: number;
  readonly id: string;
}

const isAfter = (left: UpdatePlace, right: UpdatePlace): boolean =>
  left.at > right.at || (left.at === right.at && left.id > right.id);

/** The index by (updatedAt, id) of changed and added records; nearly every entry is added at the end. */
export class UpdateIndex {
  readonly #places: UpdatePlace[] = [];

  get size(): number {
    return this.#places.length;
  }

  at(index: number): UpdatePlace | undefined {
    return this.#places[index];
  }

  /** The index of the first place strictly after this one. */
  firstAfter(place: UpdatePlace): number {
    return lowerBound(this.#places.length, (index) => {
      const candidate = this.#places[index];
      return candidate !== undefined && isAfter(candidate, place);
    });
  }

  add(place: UpdatePlace): void {
    this.#places.splice(this.firstAfter(place), 0, place);
  }

  remove(place: UpdatePlace): void {
    const index = this.firstAfter(place) - 1;
    const found = this.#places[index];
    if (found !== undefined && found.at === place.at && found.id === place.id) this.#places.splice(index, 1);
  }
}
