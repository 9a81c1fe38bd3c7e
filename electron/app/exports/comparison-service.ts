import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Difference, DifferenceFilter } from "../../../shared/exports/differences.ts";
import { AppFailure, invalidInput, toAppError } from "../../../shared/domain/errors.ts";
import { checkQuery, type Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { makePrivateFolder } from "../../base/private-files.ts";
import type { Clock } from "../../base/clock.ts";
import { compareCancelled } from "../../exports/compare/cancelled.ts";
import type { DifferenceReader } from "../../exports/compare/difference-reader.ts";
import { MAX_FILE_BYTES } from "../../exports/compare/limits.ts";
import type { ReadTable } from "../../exports/compare/read-table.ts";
import { openDifferences, runCompare, runRead } from "../../exports/compare/run-compare.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { exportColumns } from "../../store/query/export-reader.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import { findOrigin, type FileOrigin, type KnownRows } from "./compare-origin.ts";
import type { ConnectionManager } from "../profiles/connection-manager.ts";
import type { EventBus } from "../event-bus.ts";
import { callerWindow } from "../windows/caller.ts";
import type { ExportService } from "./export-service.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";

export interface ComparisonServiceOptions {
  /** Where the folders of the profiles are; what a comparison needs meanwhile is kept here too. */
  readonly folder: string;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly connections: ConnectionManager;
  readonly exports: ExportService;
  /** Asks the user which file to read; null where they cancel. */
  chooseOpen(): Promise<string | null>;
}

/** A file to be compared. */
interface Chosen {
  readonly path: string;
  /** Its name for people. */
  readonly name: string;
  /** When it was written last, ISO 8601, where the copy at hand does not tell. */
  readonly writtenAt?: string;
}

/** The comparison that is open. */
interface Open {
  state: Comparison;
  readonly folder: string;
  readonly chosen: Chosen;
  /** The window that began it; undefined where none did. */
  readonly caller: number | undefined;
  readonly abort: AbortController;
  read: ReadTable | null;
  found: FileOrigin | null;
  differences: Remote<DifferenceReader> | null;
  ended: Promise<void>;
}

/** Compares files with the present rows: one at a time, of which the last stays open until another is begun. */
export class ComparisonService {
  readonly #options: ComparisonServiceOptions;
  readonly #folder: string;
  #open: Open | null = null;
  /** Two that are begun at once must not both be the one that is open. */
  readonly #inTurn = oneAtATime();
  /** What a process that was killed may have left is removed before the first. */
  #swept: Promise<void> | null = null;

  constructor(options: ComparisonServiceOptions) {
    this.#options = options;
    this.#folder = path.join(options.folder, "comparisons");
  }

  /** Asks for a file, and begins; answers the comparison's id, null where the person chose none. */
  async choose(profileId: string): Promise<string | null> {
    this.#options.connections.current.require(profileId);
    const file = await this.#options.chooseOpen();
    return file === null ? null : this.#begin(profileId, { path: file, name: path.basename(file) });
  }

  /** Begins with the file of an export that was written. @throws AppFailure if there is none. */
  async ofExport(profileId: string, exportId: string): Promise<string> {
    this.#options.connections.current.require(profileId);
    const file = await this.#options.exports.fileOf(profileId, exportId);
    return this.#begin(profileId, { path: file, name: path.basename(file) });
  }

  /**
   * Takes a file that comes piece by piece, and begins.
   * @param writtenAt when it was written last, ISO 8601.
   * @throws AppFailure where it is too large, or the disk refuses.
   */
  async receive(
    profileId: string,
    name: string,
    writtenAt: string,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<string> {
    this.#options.connections.current.require(profileId);
    const folder = await this.#newFolder();
    const file = path.join(folder, "received");
    try {
      await pipeline(bounded(chunks), createWriteStream(file, { mode: 0o600 }));
    } catch (thrown) {
      await remove(folder);
      throw thrown;
    }
    return this.#begin(profileId, { path: file, name: path.basename(name), writtenAt }, folder);
  }

  /** Says with which rows a file is compared; `rows` null: with those that it says itself. */
  answer(id: string, rows: { readonly resource: Resource; readonly query: Query } | null): void {
    const open = this.#require(id);
    const { known, resources } = open.found ?? {};
    if (open.state.state !== "asking" || !resources) throw invalidInput("Nothing is asked any more.");
    const chosen = rows && { resource: rows.resource, query: checkQuery(rows.resource, rows.query) };
    if (chosen && !resources.includes(chosen.resource))
      throw invalidInput("The file's columns are not of that table.");
    const compared = chosen ?? known ?? null;
    if (!compared) throw invalidInput("Choose the rows that the file is compared with.");
    open.ended = this.#end(open, this.#compare(open, compared));
  }

  /** Stops the comparison of that id, if it still runs or asks, and removes what it has stored. */
  cancel(id: string): void {
    const open = this.#open;
    if (open?.state.id !== id || open.abort.signal.aborted) return;
    const { state } = open.state;
    open.abort.abort();
    if (state !== "asking") return;
    this.#report(open, { state: "cancelled", question: null });
    open.ended = remove(open.folder);
  }

  /** Stops what a window began and still runs, because the window has closed. */
  closeWindow(window: number): void {
    const { caller, state } = this.#open ?? {};
    const runs = state?.state === "reading" || state?.state === "comparing";
    if (runs && caller === window) this.cancel(state.id);
  }

  /** The profile's comparison that is open, however far it is. */
  get(profileId: string): Comparison | null {
    return this.#open?.state.profileId === profileId ? this.#open.state : null;
  }

  /** A page of the differences that were found. @throws AppFailure where that comparison is not open any more. */
  async differences(
    id: string,
    filter: DifferenceFilter,
    offset: number,
    limit: number,
  ): Promise<{ readonly differences: Difference[]; readonly total: number }> {
    const { differences } = this.#require(id);
    if (!differences) throw invalidInput("The comparison has no result yet.");
    return differences.page(filter, offset, limit);
  }

  /** The temporary database of a comparison that has ended. @throws AppFailure where it is not open any more. */
  databaseOf(id: string): string {
    const open = this.#require(id);
    if (open.state.state !== "done") throw invalidInput("The comparison has no result yet.");
    return databaseIn(open.folder);
  }

  /** Forgets what is open. */
  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    open.abort.abort();
    await open.ended;
    await open.differences?.close().catch(() => {});
    await remove(open.folder);
  }

  #begin(profileId: string, chosen: Chosen, prepared?: string): Promise<string> {
    return this.#inTurn(() => this.#beginAlone(profileId, chosen, prepared));
  }

  async #beginAlone(profileId: string, chosen: Chosen, prepared?: string): Promise<string> {
    await this.close();
    const folder = prepared ?? (await this.#newFolder());
    const state: Comparison = {
      id: randomUUID(),
      profileId,
      state: "reading",
      file: chosen.name,
      rows: 0,
      total: null,
      question: null,
      origin: null,
      outcome: null,
      error: null,
    };
    const open: Open = {
      state,
      folder,
      chosen,
      caller: callerWindow(),
      abort: new AbortController(),
      read: null,
      found: null,
      differences: null,
      ended: Promise.resolve(),
    };
    this.#open = open;
    open.ended = this.#end(open, this.#read(open));
    return state.id;
  }

  async #read(open: Open): Promise<void> {
    const { chosen, folder, state } = open;
    this.#report(open, {});
    const read = await runRead(chosen.path, databaseIn(folder), {
      signal: open.abort.signal,
      onRows: (rows) => this.#report(open, { rows }),
    });
    open.read = { ...read, writtenAt: chosen.writtenAt ?? read.writtenAt };
    const { connections, exports } = this.#options;
    const profile = connections.profiles.profiles.find((known) => known.profileId === state.profileId);
    const found = findOrigin(
      open.read,
      chosen.path,
      await exports.list(state.profileId),
      profile?.name ?? null,
    );
    if (open.abort.signal.aborted) throw compareCancelled();
    open.found = found;
    const { known, otherProfile, resources, origin } = found;
    if (known && otherProfile === null) {
      this.#report(open, { origin });
      return this.#compare(open, known);
    }
    const question = { resources: [...resources], knowsRows: known !== null, otherProfile };
    this.#report(open, { state: "asking", origin, question, rows: read.rows });
  }

  async #compare(open: Open, { resource, query }: KnownRows): Promise<void> {
    const { folder, state, read, found, chosen } = open;
    if (!read || !found) throw new Error("a comparison before its file was read");
    this.#report(open, { state: "comparing", question: null, rows: 0, total: null });
    const columns = exportColumns(resource);
    const compared = await runCompare(
      {
        database: databaseIn(folder),
        inventory: dataFolder(path.join(this.#options.folder, "profiles", state.profileId)).inventory,
        resource,
        query,
        format: read.format,
        columns: read.columns.filter((name) => columns.includes(name)),
        file: chosen.name,
        since: found.origin.writtenAt,
        now: this.#options.connections.current.serviceNow(),
      },
      { signal: open.abort.signal, onRows: (rows, total) => this.#report(open, { rows, total }) },
    );
    open.differences = openDifferences(databaseIn(folder));
    const { added, gone, changed, same, words } = compared;
    const outcome = {
      resource,
      added,
      gone,
      changed,
      same,
      words: [...words],
      columns: [...compared.columns],
      notes: [...found.notes, ...compared.notes],
    };
    this.#report(open, { state: "done", outcome });
  }

  /** Follows a part of the work to its end, and says where it failed. Of one that failed, nothing stays on the disk. */
  async #end(open: Open, work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (thrown) {
      const error = toAppError(thrown);
      const stopped = error.kind === "cancelled" && open.abort.signal.aborted;
      await remove(open.folder);
      this.#report(open, {
        state: stopped ? "cancelled" : "failed",
        question: null,
        error: stopped ? null : error,
      });
    }
  }

  #report(open: Open, part: Partial<Comparison>): void {
    open.state = { ...open.state, ...part };
    if (this.#open === open) this.#options.events.emit("comparison", open.state);
  }

  #require(id: string): Open {
    if (this.#open?.state.id === id) return this.#open;
    throw invalidInput("This comparison is not open any more. Compare the file again.");
  }

  async #newFolder(): Promise<string> {
    try {
      this.#swept ??= remove(this.#folder);
      await this.#swept;
      const folder = path.join(this.#folder, randomUUID());
      makePrivateFolder(folder);
      return folder;
    } catch (cause) {
      const message = "There is no room for the comparison in Stockdeck's data folder.";
      throw new AppFailure({ kind: "store", reason: "not_writable", message }, { cause });
    }
  }
}

function databaseIn(folder: string): string {
  return path.join(folder, "rows.sqlite");
}

/** What cannot be removed now is swept by the next start. */
async function remove(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true }).catch(() => {});
}

async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw invalidInput("This file is too large to be compared.");
    yield chunk;
  }
}
