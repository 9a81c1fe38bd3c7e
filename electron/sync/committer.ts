import type { Resource } from "../../shared/inventory/resource-names.ts";
import { nextTurn, type Clock } from "../base/clock.ts";
import type { InventoryWriter } from "../store/ingest/inventory-writer.ts";
import type { Finish, ListingCommit } from "../store/ingest/listing-writer.ts";
import type { PageToStore } from "../store/ingest/upsert.ts";
import type { Remote } from "../store/database/worker-rpc.ts";

/**
 * The most pages that wait for the disk before the network waits: 2,500 records or 1 MB. More would not be faster, and
 * the memory of a page that waits long is freed much later.
 */
const MOST_WAITING = 10;
/** A commit is due when this many pages wait, or after this many ms. A commit takes as long as half a page. */
const ENOUGH_PAGES = 4;
const ENOUGH_TIME = 50;

/**
 * Passes pages to the store while the next pages are fetched. Pages that arrive during a commit are committed together.
 * So a network that is faster than the disk causes few commits.
 */
export class Committer {
  readonly #writer: Remote<InventoryWriter>;
  readonly #resource: Resource;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #onCommit: (commit: ListingCommit) => void;
  #begun = -ENOUGH_TIME;
  #waiting: PageToStore[] = [];
  #running: Promise<void> | null = null;
  #failure: { readonly thrown: unknown } | null = null;

  constructor(
    writer: Remote<InventoryWriter>,
    resource: Resource,
    clock: Pick<Clock, "monotonic">,
    onCommit: (commit: ListingCommit) => void,
  ) {
    this.#writer = writer;
    this.#resource = resource;
    this.#clock = clock;
    this.#onCommit = onCommit;
  }

  /** Adds a page. It waits only if too many pages are waiting. @throws the error of an earlier commit. */
  async add(page: PageToStore): Promise<void> {
    this.#throwFailure();
    this.#waiting.push(page);
    if (!this.#running && this.#due) {
      this.#running = this.#drain().finally(() => {
        this.#running = null;
      });
    }
    if (this.#waiting.length >= MOST_WAITING) await this.#running;
    this.#throwFailure();
  }

  /** Commits the waiting pages. The listing continues. */
  async flush(): Promise<void> {
    const rest = await this.#takeRest();
    if (rest.length > 0) this.#onCommit(await this.#writer.storePages(this.#resource, rest, null));
  }

  /** Commits the next staged pages of a full check; returns false if there are none. */
  async storeStaged(limit: number): Promise<boolean> {
    const commit = await this.#writer.storeStaged(this.#resource, limit);
    if (commit) this.#onCommit(commit);
    return commit !== null;
  }

  /** Commits the waiting pages together with the end of the listing, as one transaction. */
  async finish(finish: Finish): Promise<void> {
    const rest = await this.#takeRest();
    this.#onCommit(await this.#writer.storePages(this.#resource, rest, finish));
  }

  /** Waits for the running commit, and discards the waiting pages. */
  async abandon(): Promise<void> {
    this.#waiting = [];
    await this.#running;
  }

  /** Takes the pages that still wait after the running commit. */
  async #takeRest(): Promise<readonly PageToStore[]> {
    await this.#running;
    this.#throwFailure();
    const rest = this.#waiting;
    this.#waiting = [];
    return rest;
  }

  /**
   * Whether pages must be committed now. The last page waits for `finish`, so that it is committed together with the
   * mark.
   */
  get #due(): boolean {
    const pages = this.#waiting.length - 1;
    return pages >= ENOUGH_PAGES || (pages > 0 && this.#clock.monotonic() - this.#begun >= ENOUGH_TIME);
  }

  async #drain(): Promise<void> {
    try {
      while (this.#due) {
        this.#begun = this.#clock.monotonic();
        const batch = this.#waiting.splice(0, this.#waiting.length - 1);
        // The next request is sent first, because it takes a few ms to copy pages to the writer's thread.
        await nextTurn();
        this.#onCommit(await this.#writer.storePages(this.#resource, batch, null));
      }
    } catch (thrown) {
      this.#failure = { thrown };
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.thrown;
  }
}
