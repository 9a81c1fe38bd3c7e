import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { SaveFile } from "../../../base/save-file.ts";
import { alertHandlers } from "../../../features/alerts/alert-service.ts";
import { backupHandlers } from "../../../features/backup/backup-service.ts";
import { connectionHandlers } from "../../../features/connections/connection-handlers.ts";
import { custodyHandlers } from "../../../features/custody/item-notes.ts";
import { diagnosticsHandlers } from "../../../features/diagnostics/diagnostics.ts";
import { exportHandlers } from "../../../features/exports/export-handlers.ts";
import { historyHandlers } from "../../../features/history/history-handlers.ts";
import { nameHandlers } from "../../../features/names/name-service.ts";
import { scheduleHandlers } from "../../../features/schedules/schedule-handlers.ts";
import { unitHandlers } from "../../../features/units/unit-handlers.ts";
import { updateHandlers, type UnfinishedWork } from "../../../features/updates/app-updates.ts";
import type { ViewLink } from "../../../features/views/view-link.ts";
import { viewHandlers } from "../../../features/views/saved-views.ts";
import { webhookHandlers } from "../../../features/webhooks/event-service.ts";
import type { CoreOptions } from "../core-options.ts";
import type { CoreServices } from "../core-services.ts";
import { queryHandlers, recordHandlers } from "./query-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";

/** The parts that the handlers of all topics share. */
interface HandlerParts extends CoreServices {
  readonly options: CoreOptions;
  readonly viewLink: ViewLink;
  readonly saveFile: SaveFile;
  /** The work that the end of the app would interrupt; null if there is none. */
  readonly unfinished: () => UnfinishedWork | null;
  /** Runs one change of the open connection at a time: two windows must not open and close one folder at once. */
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Every call of the contract with its handler: the layers' calls here, a feature's calls in its folder. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...sessionHandlers(parts),
    ...queryHandlers(parts),
    ...recordHandlers(parts),
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
