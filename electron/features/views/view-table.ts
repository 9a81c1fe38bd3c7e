import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { Cell } from "../../store/database/decode.ts";
import type { UserContext, UserTables } from "../../store/user-data/user-tables.ts";

/** A row of `views`. Positions count within a profile's views of one resource. */
export interface ViewRow {
  readonly id: string;
  readonly profileId: string;
  readonly resource: Resource;
  readonly name: string;
  /** JSON. */
  readonly definition: string;
}

/** The thread of user data, as far as views use it. */
export type ViewStore = Remote<ViewTable & Pick<UserDatabase, "teamValues">>;

/** The views that the user made, in their order. */
export class ViewTable {
  readonly #database: UserContext["database"];
  readonly #transactions: UserContext["transactions"];

  constructor({ database, transactions }: UserContext) {
    this.#database = database;
    this.#transactions = transactions;
  }

  /** A profile's views. Those of one resource are in the user's order. */
  views(profileId: string): readonly ViewRow[] {
    const sql = `SELECT id, profileId, resource, name, definition FROM views
       WHERE profileId = ? AND deleted = 0 ORDER BY resource, position, id`;
    return this.#database.prepare(sql).all(profileId);
  }

  /** The view of an id, even if deleted; null if the id is unknown. */
  findView(id: string): ViewRow | null {
    const sql = "SELECT id, profileId, resource, name, definition FROM views WHERE id = ?";
    return (this.#database.prepare(sql).get(id) as ViewRow | undefined) ?? null;
  }

  /** Adds a view at the end. */
  addView({ id, profileId, resource, name, definition }: ViewRow): void {
    this.#run(
      `INSERT INTO views (id, profileId, resource, name, definition, position)
       SELECT ?1, ?2, ?3, ?4, ?5, coalesce(max(position) + 1, 0) FROM views WHERE profileId = ?2 AND resource = ?3`,
      [id, profileId, resource, name, definition],
    );
  }

  saveView(id: string, definition: string): void {
    this.#run("UPDATE views SET definition = ? WHERE id = ?", [definition, id]);
  }

  renameView(id: string, name: string): void {
    this.#run("UPDATE views SET name = ? WHERE id = ?", [name, id]);
  }

  /** Moves a view before another one of its profile and resource; null moves it to the end. */
  moveView(id: string, before: string | null): void {
    this.#transactions.run(() => {
      // Deleted views are included, so that a restored view returns to its place.
      const sql = `SELECT o.id AS id FROM views AS o JOIN views AS m ON m.profileId = o.profileId AND m.resource = o.resource
         WHERE m.id = ? ORDER BY o.position, o.id`;
      const rows = this.#database.prepare(sql).all(id) as { id: string }[];
      const others = rows.map((row) => row.id).filter((other) => other !== id);
      const place = before === null ? -1 : others.indexOf(before);
      const order = others.toSpliced(place < 0 ? others.length : place, 0, id);
      const statement = this.#database.prepare("UPDATE views SET position = ? WHERE id = ?");
      order.forEach((view, position) => statement.run(position, view));
    });
  }

  /** Marks a view as deleted, or restores it. */
  setViewDeleted(id: string, deleted: boolean): void {
    this.#run("UPDATE views SET deleted = ? WHERE id = ?", [Number(deleted), id]);
  }

  #run(sql: string, values: readonly Cell[]): void {
    this.#transactions.guard(() => this.#database.prepare(sql).run(...values));
  }
}

export const VIEW_TABLES: UserTables<ViewTable> = {
  // A view's order is not part of its record, so the table adds it.
  records: {
    views: { table: "views", columns: ["resource", "name", "definition"], kept: "deleted = 0" },
  },
  open: (context) => new ViewTable(context),
};
