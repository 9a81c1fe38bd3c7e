import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Database, Transactions } from "../database/open-database.ts";
import type { ThreadTask } from "../database/worker-rpc.ts";
import type { ChangeLog } from "./change-log.ts";
import type { Commits } from "./commits.ts";
import type { Upsert } from "./upsert.ts";

/** The parts of the writer that its thread's tasks use. */
export interface WriterContext {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly commits: Commits;
  readonly changeLog: ChangeLog;
  readonly upserts: Readonly<Record<Resource, Upsert>>;
}

/** A task in the writer's thread. */
export interface WriterTask<Input, Output> extends ThreadTask<WriterContext, Input, Output> {
  /** True if the task runs its own transactions, because it writes rows. Otherwise it runs as one transaction. */
  readonly hasOwnTransactions?: true;
}
