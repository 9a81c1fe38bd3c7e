import fs from "node:fs";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { readFacts, type Facts } from "../../../store/database/facts.ts";
import {
  isInventoryReadable,
  openInventoryForReading,
  openInventoryForWriting,
} from "../../../store/database/inventory-file.ts";
import { COLLECTOR_MIGRATIONS } from "../../../store/database/migrations/index.ts";
import { openForWriting, Transactions, type Database } from "../../../store/database/open-database.ts";
import { storeError, storeFailure } from "../../../store/database/store-error.ts";
import { changeNumbers, type ChangeNumbers } from "../../../store/query/changed-records.ts";
import type { CollectorFiles } from "../serving/own-file.ts";
import { Moments } from "../serving/moments.ts";
import { JournalParts, type Part, type Publication } from "./journal-parts.ts";
import { CopyLoader, type LoadedDays, type LoadedRecord } from "./load-copy.ts";
import type { Position } from "./state.ts";

/** The error of a leader whose journal began again. The next leader fills the journal from the store. */
export const journalReplaced = (): AppFailure =>
  new AppFailure(storeError("other", "the journal was replaced"));

/** The description of the journal in a data folder. */
export interface LocalJournal {
  /** The name of the journal; null if the file was never a journal. */
  readonly journal: string | null;
  readonly revision: number;
  readonly changes: ChangeNumbers;
}

/** The last numbers of a store that this collector has seen, and their numbering. */
export interface SeenNumbers {
  readonly epoch: string;
  /** The number of the last change. */
  readonly number: number;
  /** The last number of the team's records. */
  readonly team: number;
}

/**
 * A leader's journal: the copy that its engine writes, read in parts for the store. All methods are synchronous,
 * because they run in a worker thread. Errors are AppFailures of kind `store`.
 */
export class Journal {
  readonly #files: CollectorFiles;
  readonly #own: Database;
  readonly #seen: Moments;
  #parts: JournalParts | null = null;
  /** Identifies the file that is open. */
  #inode = 0;
  #loader: CopyLoader | null = null;

  constructor(files: CollectorFiles) {
    this.#files = files;
    this.#own = openForWriting(files.own, COLLECTOR_MIGRATIONS).database;
    this.#seen = new Moments(this.#own, new Transactions(files.own, this.#own));
  }

  /** Describes the journal; null if no journal can be read. */
  inspect(): LocalJournal | null {
    if (!isInventoryReadable(this.#files.inventory)) return null;
    try {
      const database = openInventoryForReading(this.#files.inventory);
      try {
        const { epoch, revision } = readFacts(database);
        return { journal: epoch, revision, changes: changeNumbers(database) };
      } finally {
        database.close();
      }
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** The last numbers that this collector has seen. */
  seen(): SeenNumbers {
    const row = this.#own.prepare("SELECT value FROM facts WHERE name = 'teamSequence'").get();
    const team = Number((row as { value: string }).value);
    return { epoch: this.#seen.epoch, number: this.#seen.newest, team };
  }

  /** Notes the last numbers that this collector has seen. @param at ms since the epoch. */
  noteSeen({ epoch, number, team }: SeenNumbers, at: number): void {
    this.#own.prepare("UPDATE facts SET value = ? WHERE name = 'teamSequence'").run(String(team));
    if (this.#seen.epoch !== epoch) this.#seen.begin(epoch, number, at);
    else if (number > this.#seen.newest) this.#seen.note(number, Math.max(at, this.#seen.clock + 1));
  }

  /** Begins to read the changes after a position. @param position null to read everything. */
  begin(position: Position | null): Publication {
    return this.#guard(() => {
      const inode = fs.statSync(this.#files.inventory).ino;
      // If the file is damaged, the engine sets it aside and begins another file, which counts as another journal.
      if (this.#parts && inode !== this.#inode) throw journalReplaced();
      this.#inode = inode;
      this.#parts ??= new JournalParts(openInventoryForReading(this.#files.inventory));
      return this.#parts.begin(position);
    });
  }

  /** The next part; null after the last part. */
  part(): Part | null {
    return this.#guard(() => this.#parts?.next() ?? null);
  }

  /** Ends reading. @param isPublished whether the store has everything that was read. */
  end(isPublished: boolean): void {
    this.#parts?.end(isPublished);
  }

  /** Closes the journal's file, so that it may be removed or opened again. */
  release(): void {
    this.#parts?.close();
    this.#parts = null;
    this.#loader?.close();
    this.#loader = null;
  }

  /** Removes the journal's file. */
  discard(): void {
    this.release();
    for (const suffix of ["", "-wal", "-shm", ".suspect"])
      fs.rmSync(this.#files.inventory + suffix, { force: true });
  }

  /** Begins to fill an empty journal from the store. */
  beginLoad(): void {
    this.discard();
    this.#guard(
      () => (this.#loader = new CopyLoader(openInventoryForWriting(this.#files.inventory).database)),
    );
  }

  /** Adds records from the store. @param now ms since the epoch. */
  loadRecords(records: readonly LoadedRecord[], now: number): void {
    this.#guard(() => this.#loader?.addRecords(records, now));
  }

  loadDays(days: LoadedDays): void {
    this.#guard(() => this.#loader?.addDays(days));
  }

  /** Ends filling the journal. @returns the position of the journal. */
  endLoad(facts: Partial<Facts>): Position {
    return this.#guard(() => {
      if (!this.#loader) throw new Error("no journal is being filled");
      const position = this.#loader.finish(facts);
      this.release();
      return position;
    });
  }

  close(): void {
    this.release();
    this.#own.close();
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }
}
