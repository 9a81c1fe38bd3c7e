import type { Cell } from "../../store/database/decode.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** A row of `alert_rules`; the migration describes the columns. */
export interface AlertRuleRow {
  readonly id: string;
  readonly profileId: string;
  readonly createdAt: number;
  readonly definition: string;
}

/** The alert rules that the user made. */
export class RuleTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** A profile's alert rules, in the order of their creation. */
  alertRules(profileId: string): readonly AlertRuleRow[] {
    const sql = `SELECT id, profileId, createdAt, definition FROM alert_rules
       WHERE profileId = ? AND deleted = 0 ORDER BY createdAt, id`;
    return this.#database.prepare(sql).all(profileId);
  }

  /** Adds a rule, or replaces one without changing its place. */
  saveAlertRule({ id, profileId, createdAt, definition }: AlertRuleRow): void {
    this.#run(
      `INSERT INTO alert_rules (id, profileId, createdAt, definition) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, deleted = 0`,
      [id, profileId, createdAt, definition],
    );
  }

  /** Marks a rule as deleted, or restores it. */
  setAlertRuleDeleted(profileId: string, id: string, deleted: boolean): void {
    this.#run("UPDATE alert_rules SET deleted = ? WHERE profileId = ? AND id = ?", [
      Number(deleted),
      profileId,
      id,
    ]);
  }

  #run(sql: string, values: readonly Cell[]): void {
    this.#transactions.guard(() => this.#database.prepare(sql).run(...values));
  }
}

export const RULE_TABLES: UserTables<RuleTable> = {
  records: { alertRules: { table: "alert_rules", columns: ["definition"], kept: "deleted = 0" } },
  open: (context) => new RuleTable(context),
};
