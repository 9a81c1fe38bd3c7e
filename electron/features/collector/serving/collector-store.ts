import fs from "node:fs";
import { AppFailure } from "../../../../shared/base/errors.ts";
import type { TeamEdit, TeamOutcome } from "../../../../shared/features/team/team-protocol.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { readFacts } from "../../../store/database/facts.ts";
import { openInventoryForReading } from "../../../store/database/inventory-file.ts";
import { Transactions, type Database } from "../../../store/database/open-database.ts";
import { storeError, storeFailure } from "../../../store/database/store-error.ts";
import type { MailRow } from "../../../delivery/mail/mail-table.ts";
import { Moments } from "./moments.ts";
import {
  deleteMailings,
  deleteMails,
  readMailings,
  readMails,
  saveMail,
  settleMailing,
  type MailingRow,
} from "./mailing-store.ts";
import { backUpOwnFile, openOwnFile, type CollectorFiles } from "./own-file.ts";
import { changeNumbers, type ChangeNumbers } from "../../../store/query/changed-records.ts";
import { readChangesAfter, type ChangesPage } from "./served-changes.ts";
import { readList, type ListPage, type ListRequest } from "./served-lists.ts";
import { recordById } from "./served-records.ts";
import { countedAt, readDays, type CountedDays, type DaysPlace } from "./served-days.ts";
import { snapshotLines } from "./snapshot-lines.ts";
import { runHere, type Work } from "./queries.ts";
import { applyEdits, recordsAfter, teamNumbers, type TeamRecords } from "./team-documents.ts";
import { noteUse, readTokens, type CollectorToken } from "./token-table.ts";

/** An open snapshot: one state of the copy, read in parts. */
interface OpenSnapshot {
  readonly database: Database;
  readonly parts: Iterator<string>;
}

/**
 * Reads the data that a collector serves, and stores its tokens and moments. All methods are synchronous, because they
 * run in a worker thread. Errors are AppFailures of kind `store`.
 */
export class CollectorStore {
  readonly #files: CollectorFiles;
  readonly #inventory: Database;
  /** Identifies the open file. A damaged file is set aside by renaming, and replaced by another file. */
  readonly #inode: number;
  readonly #own: Database;
  readonly #setAside: string | null;
  readonly #transactions: Transactions;
  readonly #moments: Moments;
  readonly #snapshots = new Map<number, OpenSnapshot>();
  #lastSnapshot = 0;
  #editRequests = 0;

  constructor(files: CollectorFiles) {
    this.#files = files;
    this.#inventory = openInventoryForReading(files.inventory);
    this.#inode = fs.statSync(files.inventory).ino;
    const { database, setAside } = openOwnFile(files.own, files.acceptsLoss);
    [this.#own, this.#setAside] = [database, setAside];
    this.#transactions = new Transactions(files.own, this.#own);
    this.#moments = new Moments(this.#own, this.#transactions);
  }

  /** The path to which a damaged own database was moved when it was opened; null if it was not damaged. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** Calls `backUpOwnFile`. */
  backUp(now: number): void {
    backUpOwnFile(this.#own, this.#files.own, now);
  }

  /** The numbering of the moments, the clock's latest time, and the last moment's number. */
  known(): { readonly epoch: string; readonly clock: number; readonly newest: number } {
    const { epoch, clock, newest } = this.#moments;
    return { epoch, clock, newest };
  }

  /** Begins another numbering. @param at ms since the epoch. */
  begin(epoch: string, at: number): void {
    this.#moments.begin(epoch, this.sequence().last, at);
  }

  /**
   * The numbers of the kept changes. @throws AppFailure `corrupt` if the engine has set the file aside and begun
   * another file.
   */
  sequence(): ChangeNumbers {
    this.#requireSameFile();
    return this.#read(() => changeNumbers(this.#inventory));
  }

  #requireSameFile(): void {
    if (fs.statSync(this.#files.inventory, { throwIfNoEntry: false })?.ino !== this.#inode)
      throw new AppFailure(
        storeError("corrupt", "start the collector again: it then begins a new numbering"),
      );
  }

  /** Calls `Moments.note`. */
  noteMoment(number: number, at: number): void {
    this.#moments.note(number, at);
  }

  /** Calls `readList`. */
  list(request: ListRequest): ListPage | "changesDeleted" {
    return this.#read(() => readList(this.#inventory, this.#moments, request));
  }

  /** Reads one record as JSON; null if it is unknown, or if the service no longer returns it. */
  record(resource: Resource, id: string): string | null {
    return this.#read(() => {
      const found = recordById(this.#inventory, resource, id);
      return found?.hiddenSince === null ? JSON.stringify(found.record) : null;
    });
  }

  /** Calls `readChangesAfter`. */
  changes(after: number, limit: number): ChangesPage {
    const { epoch } = this.#moments;
    return { ...this.#read(() => readChangesAfter(this.#inventory, after, limit)), epoch };
  }

  /** Calls `readDays`. */
  days(from: string, place: DaysPlace, most: number): CountedDays {
    return this.#read(() => ({
      counted: countedAt(this.#inventory),
      ...readDays(this.#inventory, from, place, most),
    }));
  }

  /**
   * The last number, and the copy's mark at this number, ISO 8601.
   * @throws AppFailure as `sequence`.
   */
  position(): { readonly last: number; readonly completeAsOf: string | null } {
    this.#requireSameFile();
    return this.#read(() => {
      const { last } = changeNumbers(this.#inventory);
      return { last, completeAsOf: readFacts(this.#inventory).mark };
    });
  }

  /** The size of the files in bytes. */
  bytes(): number {
    const { inventory, own } = this.#files;
    const files = [inventory, own].flatMap((file) => [file, `${file}-wal`]);
    return files.reduce((sum, file) => sum + (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }

  /** Opens a snapshot of the present state. @returns its number. */
  openSnapshot(): number {
    try {
      const database = openInventoryForReading(this.#files.inventory);
      database.exec("BEGIN");
      this.#lastSnapshot += 1;
      this.#snapshots.set(this.#lastSnapshot, { database, parts: snapshotLines(database) });
      return this.#lastSnapshot;
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** The next lines of a snapshot; null after the last line, or after the snapshot was closed. */
  snapshotPart(number: number): string | null {
    try {
      const next = this.#snapshots.get(number)?.parts.next();
      return next === undefined || next.done === true ? null : next.value;
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  closeSnapshot(number: number): void {
    this.#snapshots.get(number)?.database.close();
    this.#snapshots.delete(number);
  }

  /** The last number of the team's records. */
  teamSequence(): number {
    return this.#ask(teamNumbers()).sequence;
  }

  /** Calls `recordsAfter`. */
  teamRecords(after: number, limit: number, all: boolean): TeamRecords {
    return this.#ask(recordsAfter(after, limit, all));
  }

  /** Calls `applyEdits`. */
  applyEdits(edits: readonly TeamEdit[], label: string, now: number): readonly TeamOutcome[] {
    this.#editRequests += 1;
    return this.#transact(applyEdits(edits, label, now, this.#editRequests));
  }

  tokens(): readonly CollectorToken[] {
    return this.#ask(readTokens());
  }

  /** Calls `noteUse`. */
  noteUse(hashes: readonly string[], now: number): void {
    this.#transact(noteUse(hashes, now));
  }

  mailings(): readonly MailingRow[] {
    return this.#ask(readMailings());
  }

  /** Calls `settleMailing`. */
  settleMailing(mailing: MailingRow, mail: MailRow | null): void {
    this.#transact(settleMailing(mailing, mail));
  }

  /** Calls `deleteMailings`. */
  deleteMailings(ids: readonly string[]): void {
    this.#transact(deleteMailings(ids));
  }

  mails(): readonly MailRow[] {
    return this.#ask(readMails());
  }

  saveMail(mail: MailRow): void {
    this.#transact(saveMail(mail));
  }

  deleteMails(ids: readonly string[]): void {
    this.#transact(deleteMails(ids));
  }

  close(): void {
    for (const number of this.#snapshots.keys()) this.closeSnapshot(number);
    this.#inventory.close();
    this.#own.close();
  }

  /** Runs work that only reads the own database. */
  #ask<T>(work: Work<T>): T {
    return this.#transactions.guard(() => runHere(this.#own, work));
  }

  /** Runs work on the own database as one transaction. */
  #transact<T>(work: Work<T>): T {
    return this.#transactions.run(() => runHere(this.#own, work));
  }

  /** Runs work in one read transaction. */
  #read<T>(work: () => T): T {
    try {
      this.#inventory.exec("BEGIN");
      try {
        return work();
      } finally {
        this.#inventory.exec("COMMIT");
      }
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }
}
