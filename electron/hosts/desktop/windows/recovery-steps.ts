/** The response to a page that died. `none`: the user is already being asked. */
export type RecoveryStep = "reload" | "ask" | "none";

/** A second death within these ms is not a coincidence. Then reloading might never end. */
const AGAIN = 60_000;

/** Decides the response to each death of a window's page. */
export class RecoverySteps {
  #last: number | null = null;
  #asking = false;

  get isAsking(): boolean {
    return this.#asking;
  }

  /** @param now the time of the death, ms. */
  died(now: number): RecoveryStep {
    if (this.#asking) return "none";
    const again = this.#last !== null && now - this.#last < AGAIN;
    this.#last = now;
    this.#asking = again;
    return again ? "ask" : "reload";
  }

  /** Must be called when the user has answered. */
  answered(): void {
    this.#asking = false;
  }
}
