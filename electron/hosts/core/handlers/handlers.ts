import type { Handlers } from "../../../../shared/contract/contract.ts";
import { alertHandlers } from "./alert-handlers.ts";
import { backupHandlers } from "./backup-handlers.ts";
import { changeHandlers } from "./change-handlers.ts";
import { connectionHandlers } from "./connection-handlers.ts";
import { crashHandlers } from "./crash-handlers.ts";
import { custodyHandlers } from "./custody-handlers.ts";
import { diagnosticsHandlers } from "./diagnostics-handlers.ts";
import { documentHandlers } from "./document-handlers.ts";
import { eventHandlers } from "./event-handlers.ts";
import { exportHandlers } from "./export-handlers.ts";
import type { HandlerParts } from "./handler-parts.ts";
import { historyHandlers } from "./history-handlers.ts";
import { nameHandlers } from "./name-handlers.ts";
import { queryHandlers } from "./query-handlers.ts";
import { scheduleHandlers } from "./schedule-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { syncHandlers } from "./sync-handlers.ts";
import { unitHandlers } from "./unit-handlers.ts";
import { updateHandlers } from "./update-handlers.ts";
import { viewHandlers } from "./view-handlers.ts";

/** Every call of the contract with its handler. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...sessionHandlers(parts),
    ...connectionHandlers(parts),
    ...syncHandlers(parts),
    ...queryHandlers(parts),
    ...changeHandlers(parts),
    ...historyHandlers(parts),
    ...viewHandlers(parts),
    ...nameHandlers(parts),
    ...unitHandlers(parts),
    ...documentHandlers(parts),
    ...custodyHandlers(parts),
    ...alertHandlers(parts),
    ...eventHandlers(parts),
    ...exportHandlers(parts),
    ...scheduleHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...backupHandlers(parts),
    ...updateHandlers(parts),
    ...crashHandlers(parts),
    ...parts.windows.handlers,
  };
}
