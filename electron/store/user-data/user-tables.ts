import type { Database, Transactions } from "../database/open-database.ts";
import type { OwnRecords, RecordRow } from "./own-records.ts";
import type { SharedRecords } from "./shared-records.ts";

/** A feature's tables in the user's database, with the methods that their thread serves. */
export interface UserTables<Methods extends object = object> {
  /**
   * Gives the records of other users that take precedence over the user's own. At most one feature has such records.
   */
  readonly shared?: (database: Database) => SharedRecords;
  /** Makes the methods. No two features may have a method of the same name. */
  readonly open?: (context: UserContext) => Methods;
  /** Deletes the rows of a connection. */
  readonly forget?: (database: Database, connectionId: string) => void;
  /**
   * Deletes rows whose owner no longer exists. It runs when a session begins, after a connection is forgotten, and
   * after a restore.
   */
  readonly tidy?: (database: Database) => void;
}

/** The parts of the user's database that the methods of a feature use. */
export interface UserContext {
  readonly file: string;
  readonly database: Database;
  readonly transactions: Transactions;
  readonly own: OwnRecords;
  readonly shared: SharedRecords;
  /** The records of a document as the user sees them. */
  readonly records: (connectionId: string, document: string) => readonly RecordRow[];
  /** Runs `tidy` of all features. Call it within a transaction. */
  readonly tidy: () => void;
}

/**
 * Makes the methods of a feature's tables methods of a service. @throws if the service already has a method of that
 * name.
 */
export function addMethods(service: object, methods: object): void {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(methods));
  for (const name of names.filter((one) => one !== "constructor")) {
    if (name in service) throw new Error(`two tables have a method ${name}`);
    const method = Reflect.get(methods, name) as (...args: readonly unknown[]) => unknown;
    Object.defineProperty(service, name, { value: method.bind(methods) });
  }
}
