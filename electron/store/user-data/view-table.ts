import type { Resource } from "../../../shared/domain/resource-names.ts";
import type { Database } from "../database/open-database.ts";
import { Transactions } from "../database/transactions.ts";

/** A named view as the database has it. */
export interface ViewRow {
  readonly id: string;
  readonly profileId: string;
  readonly resource: Resource;
  readonly name: string;
  /** JSON. */
  readonly definition: string;
}

/** The views that the user named. Positions count within a profile's views of one resource. */
export class ViewTable {
  readonly #database: Database;
  readonly #transactions: Transactions;

  /** What was deleted could be taken back until the app ended; now it goes. */
  constructor(file: string, database: Database) {
    this.#database = database;
    this.#transactions = new Transactions(file, database);
    this.#run("DELETE FROM views WHERE deleted = 1");
  }

  /** A profile's views, each resource's in their order. */
  list(profileId: string): ViewRow[] {
    return this.#database
      .prepare(
        `SELECT id, profileId, resource, name, definition FROM views
         WHERE profileId = ? AND deleted = 0 ORDER BY resource, position, id`,
      )
      .all(profileId) as ViewRow[];
  }

  /** Adds a view behind the others. */
  add({ id, profileId, resource, name, definition }: ViewRow): void {
    this.#run(
      `INSERT INTO views (id, profileId, resource, name, definition, position)
       SELECT ?1, ?2, ?3, ?4, ?5, coalesce(max(position) + 1, 0) FROM views WHERE profileId = ?2 AND resource = ?3`,
      id,
      profileId,
      resource,
      name,
      definition,
    );
  }

  save(id: string, definition: string): void {
    this.#run("UPDATE views SET definition = ? WHERE id = ?", definition, id);
  }

  rename(id: string, name: string): void {
    this.#run("UPDATE views SET name = ? WHERE id = ?", name, id);
  }

  /** Puts a view before another one of its profile and resource; null puts it behind all. */
  move(id: string, before: string | null): void {
    this.#transactions.run(() => {
      // A deleted view keeps its place among the others, to which it may come back.
      const rows = this.#database
        .prepare(
          `SELECT o.id AS id FROM views AS o JOIN views AS m ON m.profileId = o.profileId AND m.resource = o.resource
           WHERE m.id = ? ORDER BY o.position, o.id`,
        )
        .all(id) as { id: string }[];
      const others = rows.map((row) => row.id).filter((other) => other !== id);
      const place = before === null ? -1 : others.indexOf(before);
      const order = others.toSpliced(place < 0 ? others.length : place, 0, id);
      const statement = this.#database.prepare("UPDATE views SET position = ? WHERE id = ?");
      order.forEach((view, position) => statement.run(position, view));
    });
  }

  /** Marks a view as deleted, or takes that back. */
  setDeleted(id: string, deleted: boolean): void {
    this.#run("UPDATE views SET deleted = ? WHERE id = ?", deleted ? 1 : 0, id);
  }

  /** Removes every view of a profile, for good. */
  forget(profileId: string): void {
    this.#run("DELETE FROM views WHERE profileId = ?", profileId);
  }

  /** One view, deleted or not; null where there is none. */
  find(id: string): ViewRow | null {
    const row = this.#database
      .prepare("SELECT id, profileId, resource, name, definition FROM views WHERE id = ?")
      .get(id) as unknown as ViewRow | undefined;
    return row ?? null;
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#transactions.guard(() => this.#database.prepare(sql).run(...values));
  }
}
