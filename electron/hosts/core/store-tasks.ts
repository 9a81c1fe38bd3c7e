import { ALERT_READER_TASKS, ALERT_WRITER_TASKS } from "../../features/alerts/evaluate/alert-tasks.ts";
import { ASSISTANT_TASKS } from "../../features/assistants/assistant-tasks.ts";
import { COUNT_TASKS } from "../../features/counts/count-tasks.ts";
import { CUSTODY_TASKS } from "../../features/custody/custody-tasks.ts";
import { HISTORY_TASKS } from "../../features/history/stock-history.ts";
import { READ_DIFFERENCES } from "../../features/past-days/differences.ts";
import { LOOK_UP_SCAN } from "../../features/scanner/look-up-scan.ts";
import { STOCK_VALUE_TASKS } from "../../features/stock-value/value-columns.ts";
import { IMPORT_VALUE_DAYS } from "../../features/stock-value/value-days.ts";
import { PROPOSE_UNITS } from "../../features/units/propose-units.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import type { WriterTask } from "../../store/ingest/writer-context.ts";
import { COLLECTOR_TASKS } from "../../sync/collector/collector-tasks.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";

/** The tasks of features in the reader's thread. */
export const READER_TASKS: readonly ThreadTask<ReadingContext, unknown, unknown>[] = [
  ...ALERT_READER_TASKS,
  ...ASSISTANT_TASKS,
  ...COUNT_TASKS,
  ...CUSTODY_TASKS,
  ...HISTORY_TASKS,
  READ_DIFFERENCES,
  LOOK_UP_SCAN,
  PROPOSE_UNITS,
  ...STOCK_VALUE_TASKS,
];

/** The tasks of features, and of following a collector, in the thread of the writer. */
export const WRITER_TASKS: readonly WriterTask<unknown, unknown>[] = [
  ...COLLECTOR_TASKS,
  ...ALERT_WRITER_TASKS,
  IMPORT_VALUE_DAYS,
];
