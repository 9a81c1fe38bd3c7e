/**
 * Numbers the answers in the order in which their requests were sent, by which "the later fetch wins" is decided
 * (design 4.4). A number, not a time: the local clock may step.
 */
export class FetchSequence {
  #last: number;

  /** @param last the highest number that the store knows. */
  constructor(last: number) {
    this.#last = last;
  }

  /** The next number. */
  take(): number {
    this.#last += 1;
    return this.#last;
  }
}
