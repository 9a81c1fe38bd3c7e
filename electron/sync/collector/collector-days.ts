import { prepared, type Database } from "../../store/database/open-database.ts";
import { CORRECTED_DAYS } from "../../../shared/inventory/stock.ts";
import { readDayLine, type DayLine } from "./served-lines.ts";

/** The days that a collector has counted since a day, or a part of them. */
export interface DaysToReplace {
  /** The first day of all parts, ISO 8601. */
  readonly from: string;
  /** The result of `replace` for the previous part; null for the first part. */
  readonly since: string | null;
  readonly lines: readonly unknown[];
  readonly isLast: boolean;
}

/** Writes the days that a collector has counted. */
export class CollectorDays {
  readonly #database: Database;
  /** The last day whose line was read, and whether its stock is stored. */
  #day = { day: "", isTaken: false };

  constructor(database: Database) {
    this.#database = database;
  }

  /** Removes all days. */
  clear(): void {
    for (const table of ["snapshots", "snapshot_days", "consumption", "observed_quarters"])
      this.#database.exec(`DELETE FROM ${table}`);
  }

  /**
   * Writes the next whole days. Consumption may have been corrected, so the consumption in the same days is replaced.
   * @returns the last day whose consumption is replaced; null before the first one.
   * @throws AppFailure `protocol`.
   */
  replace({ from, since, lines, isLast }: DaysToReplace): string | null {
    const read = lines.map((line) => readDayLine(line));
    const upTo = read.findLast((line) => line.kind === "consumption")?.day ?? since;
    prepared(
      this.#database,
      `DELETE FROM consumption WHERE day >= date(?1, '-${CORRECTED_DAYS} days') AND day > ?2 AND (?3 OR day <= ?4)`,
    ).run(from, since ?? "", Number(isLast), upTo ?? "");
    for (const line of read) if (line.kind !== "unknown") this.add(line);
    return upTo;
  }

  /** Writes one line. The stock of a day follows the line of that day. */
  add(line: DayLine): void {
    switch (line.kind) {
      case "day":
        this.#day = { day: line.day, isTaken: this.#takes(line) };
        return;
      case "stock":
        if (this.#day.isTaken && this.#day.day === line.day)
          prepared(
            this.#database,
            `INSERT OR REPLACE INTO snapshots (day, dimension, id, status, items, length, weight)
               VALUES (?, ?, ?, ?, ?, ?, ?)`,
          ).run(line.day, ...line.cells);
        return;
      case "consumption":
        prepared(
          this.#database,
          "INSERT OR REPLACE INTO consumption (day, typeId, length, weight) VALUES (?, ?, ?, ?)",
        ).run(line.day, line.typeId, line.length, line.weight);
        return;
      case "observed":
        for (let quarter = line.from; quarter <= line.to; quarter += 1)
          prepared(this.#database, "INSERT OR IGNORE INTO observed_quarters (quarter) VALUES (?)").run(
            quarter,
          );
    }
  }

  /**
   * Decides whether to store a day of a collector. A later count of this workstation stays. Low types and problems
   * depend on the user's own thresholds and rules, so days that were counted here always stay.
   */
  #takes({ day, takenAt, lowStock, problems }: Extract<DayLine, { kind: "day" }>): boolean {
    const own = prepared(this.#database, "SELECT takenAt FROM snapshot_days WHERE day = ?").get(day) as
      { takenAt: number } | undefined;
    if (own && own.takenAt > takenAt) return false;
    prepared(
      this.#database,
      `INSERT INTO snapshot_days (day, takenAt, lowStock, problems) VALUES (?, ?, ?, ?)
         ON CONFLICT (day) DO UPDATE SET takenAt = excluded.takenAt`,
    ).run(day, takenAt, lowStock, problems);
    prepared(this.#database, "DELETE FROM snapshots WHERE day = ?").run(day);
    return true;
  }
}
