import fs from "node:fs/promises";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { toAppError, type AppError } from "../../../shared/domain/errors.ts";
import { storedRow } from "./stored-row.ts";
import type { TableFile } from "./table.ts";
import { openTable } from "./table-file.ts";

/** The file whose rows a worker is started to read. */
export interface ParseWorkerStart {
  readonly path: string;
}

/** What a worker that reads rows says: rows as they are stored, and at last what else is in the file. */
export type ParseMessage =
  | { readonly rows: readonly string[] }
  | { readonly read: FileFacts }
  | { readonly error: AppError; readonly stack: string };

/** What is in a file beside its rows. */
export type FileFacts = Pick<TableFile, "format" | "header" | "columns">;

/** Rows, or characters, after which these go on to the other thread. */
const [ROWS, CHARACTERS] = [1_000, 1 << 20];
/** Groups of rows that may be on their way. */
const MAX_PENDING = 3;

if (!parentPort) throw new Error("parse-worker.ts runs as a worker thread only");
const port = parentPort;
const start = workerData as ParseWorkerStart;

// Nothing here may open a database: a thread that is ended while it is in one takes the process with it.
await sendRows(port, start.path);

async function sendRows(to: MessagePort, path: string): Promise<void> {
  const send = (message: ParseMessage): void => to.postMessage(message);
  try {
    const handle = await fs.open(path, "r");
    try {
      const table = await openTable(handle);
      await sendGroups(table, (rows) => send({ rows }), pacing(to));
      send({ read: { format: table.format, header: table.header, columns: [...table.columns] } });
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    send({ error: toAppError(thrown), stack });
  }
  to.close();
}

async function sendGroups(
  table: TableFile,
  send: (rows: readonly string[]) => void,
  taken: () => Promise<void>,
): Promise<void> {
  let [rows, size]: [string[], number] = [[], 0];
  for await (const cells of table.rows()) {
    const row = storedRow(cells);
    rows.push(row);
    size += row.length;
    if (rows.length < ROWS && size < CHARACTERS) continue;
    send(rows);
    [rows, size] = [[], 0];
    await taken();
  }
  send(rows);
}

/** Waits, after each group that was sent, while too many are on their way. */
function pacing(from: MessagePort): () => Promise<void> {
  let pending = 0;
  let go: (() => void) | null = null;
  from.on("message", () => {
    pending -= 1;
    go?.();
  });
  return async () => {
    pending += 1;
    if (pending < MAX_PENDING) return;
    await new Promise<void>((resolve) => {
      go = resolve;
    });
  };
}
