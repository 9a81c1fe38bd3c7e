import type { Database } from "./open-database.ts";

/** How one pass went. */
export interface PassEntry {
  readonly number: number;
  readonly mode: "full" | "incremental";
  /** Ms since the epoch by the local clock. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The kind of error that it failed with; null where it ended whole. */
  readonly error: string | null;
  readonly message: string | null;
  readonly requestId: string | null;
  readonly requests: number;
  readonly restarts: number;
  /** Different records seen, of all resources. */
  readonly seen: number;
  readonly written: number;
  readonly quarantined: number;
  readonly changes: number;
  /** The mark after it. */
  readonly mark: string | null;
}

/** More than anybody reads. */
const KEPT_PASSES = 200;

const COLUMNS = [
  "number",
  "mode",
  "startedAt",
  "endedAt",
  "error",
  "message",
  "requestId",
  "requests",
  "restarts",
  "seen",
  "written",
  "quarantined",
  "changes",
  "mark",
] as const satisfies readonly (keyof PassEntry)[];

/** Keeps how the last passes went. */
export class PassLog {
  readonly #add;
  readonly #prune;

  constructor(database: Database) {
    this.#add = database.prepare(
      `INSERT OR REPLACE INTO passes (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})`,
    );
    this.#prune = database.prepare("DELETE FROM passes WHERE number <= ?");
  }

  add(entry: PassEntry): void {
    this.#add.run(...COLUMNS.map((column) => entry[column]));
    this.#prune.run(entry.number - KEPT_PASSES);
  }
}

/** The last passes, the latest first. */
export function readPasses(database: Database, limit: number): PassEntry[] {
  const rows = database
    .prepare(`SELECT ${COLUMNS.join(", ")} FROM passes ORDER BY number DESC LIMIT ?`)
    .all(limit) as unknown as PassEntry[];
  return rows.map((row) => ({ ...row }));
}
