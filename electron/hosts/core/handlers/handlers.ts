import type { Handlers } from "../../../../shared/contract/contract.ts";
import { alertHandlers } from "../../../features/alerts/alert-handlers.ts";
import { backupHandlers } from "../../../features/backup/backup-handlers.ts";
import { connectionHandlers } from "../../../features/connections/connection-handlers.ts";
import { custodyHandlers } from "../../../features/custody/custody-handlers.ts";
import { diagnosticsHandlers } from "../../../features/diagnostics/diagnostics-handlers.ts";
import { exportHandlers } from "../../../features/exports/export-handlers.ts";
import { historyHandlers } from "../../../features/history/history-handlers.ts";
import { nameHandlers } from "../../../features/names/name-handlers.ts";
import { scheduleHandlers } from "../../../features/schedules/schedule-handlers.ts";
import { unitHandlers } from "../../../features/units/unit-handlers.ts";
import { updateHandlers } from "../../../features/updates/update-handlers.ts";
import { viewHandlers } from "../../../features/views/view-handlers.ts";
import { webhookHandlers } from "../../../features/webhooks/webhook-handlers.ts";
import { changeHandlers } from "./change-handlers.ts";
import type { HandlerParts } from "./handler-parts.ts";
import { queryHandlers } from "./query-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { syncHandlers } from "./sync-handlers.ts";

/** Every call of the contract with its handler: the layers' calls here, a feature's calls in its folder. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...sessionHandlers(parts),
    ...syncHandlers(parts),
    ...queryHandlers(parts),
    ...changeHandlers(parts),
    ...connectionHandlers(parts),
    ...historyHandlers(parts),
    ...viewHandlers(parts),
    ...nameHandlers(parts),
    ...unitHandlers(parts),
    ...custodyHandlers(parts),
    ...alertHandlers(parts),
    ...webhookHandlers(parts),
    ...exportHandlers(parts),
    ...scheduleHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...backupHandlers(parts),
    ...updateHandlers(parts),
    ...parts.windows.handlers,
  };
}
