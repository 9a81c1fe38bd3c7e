import fs from "node:fs";
import type { Clock, Timer } from "../../base/clock.ts";
import { openInventoryReader, type InventoryStore } from "../../index/inventory-store.ts";

type Reader = InventoryStore["reader"];

/**
 * Ms without a question after which a copy is closed. The index of an open copy is in memory, and on Windows the file
 * of an open copy cannot be deleted.
 */
const IDLE_MS = 5 * 60_000;

interface OpenCopy {
  readonly reader: Reader;
  /**
   * Identifies the file and the way in which it is read. A copy that was wiped or damaged is replaced by another file
   * with the same name.
   */
  readonly identity: string;
  /** The number of calls that are running. */
  calls: number;
  idle: Timer | null;
}

/** The copies that assistants read, each in its own thread. A copy is opened for the first question about it. */
export class OpenCopies {
  readonly #clock: Pick<Clock, "after">;
  readonly #copies = new Map<string, OpenCopy>();

  constructor(clock: Pick<Clock, "after">) {
    this.#clock = clock;
  }

  /**
   * Reads from a copy.
   * @param inventory the path of the database with its rows. @param withoutNames true to hide the names of holders.
   * @throws AppFailure `store` if there is no such copy.
   */
  async read<T>(inventory: string, withoutNames: boolean, work: (reader: Reader) => Promise<T>): Promise<T> {
    const copy = this.#open(inventory, withoutNames);
    copy.idle?.stop();
    copy.calls += 1;
    try {
      return await work(copy.reader);
    } finally {
      copy.calls -= 1;
      if (copy.calls === 0) this.#rest(inventory, copy);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#copies].map(([inventory, copy]) => this.#close(inventory, copy)));
  }

  #open(inventory: string, withoutNames: boolean): OpenCopy {
    const identity = `${identityOf(inventory)} ${withoutNames}`;
    const known = this.#copies.get(inventory);
    if (known?.identity === identity) return known;
    if (known?.calls === 0) void this.#close(inventory, known);
    const copy: OpenCopy = {
      reader: openInventoryReader(inventory, { withoutNames, withoutOwnFields: true }),
      identity,
      calls: 0,
      idle: null,
    };
    this.#copies.set(inventory, copy);
    return copy;
  }

  /** Closes a copy that is not being read: at once if its file was replaced, else after a while. */
  #rest(inventory: string, copy: OpenCopy): void {
    const pause = this.#copies.get(inventory) === copy ? IDLE_MS : 0;
    copy.idle = this.#clock.after(pause, () => void this.#close(inventory, copy));
  }

  async #close(inventory: string, copy: OpenCopy): Promise<void> {
    copy.idle?.stop();
    if (this.#copies.get(inventory) === copy) this.#copies.delete(inventory);
    await copy.reader.close();
  }
}

/** Identifies the file at a path; empty if there is no file. */
function identityOf(file: string): string {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : "";
}
