import type { Fetched } from "../../store/ingest/upsert.ts";
import type { WriterContext, WriterTask } from "../../store/ingest/writer-context.ts";
import { CollectorWriter, type ChangesEnd, type DaysToSave } from "./collector-writer.ts";

/**
 * The writers of collectors' answers. Each writer's thread has one, which keeps an unfinished snapshot between
 * tasks.
 */
const writers = new WeakMap<WriterContext, CollectorWriter>();

function writerOf(context: WriterContext): CollectorWriter {
  const writer = writers.get(context) ?? new CollectorWriter(context);
  writers.set(context, writer);
  return writer;
}

const task = <Input, Output>(
  name: string,
  run: (writer: CollectorWriter, input: Input) => Output,
): WriterTask<Input, Output> => ({
  name: `collector.${name}`,
  hasOwnTransactions: true,
  run: (context, input) => run(writerOf(context), input),
});

export const BEGIN_SNAPSHOT = task("begin", (writer, fetched: Fetched) => writer.begin(fetched));
export const TAKE_SNAPSHOT = task("take", (writer, text: string) => writer.take(text));
/** The input is true if the user confirmed that many items were removed. */
export const CHECK_SNAPSHOT = task("check", (writer, acceptRemovals: boolean) =>
  writer.check(acceptRemovals),
);
export const STORE_SNAPSHOT = task("store", (writer, _input: undefined) => writer.storeStaged());
/** The input is the time of the snapshot's arrival, ISO 8601 by the local clock. */
export const FINISH_SNAPSHOT = task("finish", (writer, at: string) => writer.finish(at));
export const APPLY_CHANGES = task(
  "apply",
  (
    writer,
    input: { readonly changes: readonly unknown[]; readonly end: ChangesEnd; readonly fetched: Fetched },
  ) => writer.apply(input.changes, input.end, input.fetched),
);
export const SAVE_DAYS = task("saveDays", (writer, days: DaysToSave) => writer.saveDays(days));

/** The tasks that write the data that a collector serves, in the writer's thread. */
export const COLLECTOR_TASKS = [
  BEGIN_SNAPSHOT,
  TAKE_SNAPSHOT,
  CHECK_SNAPSHOT,
  STORE_SNAPSHOT,
  FINISH_SNAPSHOT,
  APPLY_CHANGES,
  SAVE_DAYS,
] as const;
