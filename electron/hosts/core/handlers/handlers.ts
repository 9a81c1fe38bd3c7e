import { currentLocale } from "../../../../shared/base/text/locale.ts";
import type { HandlersOf } from "../../../../shared/contract/declarations.ts";
import type { Handlers, SESSION_CALLS } from "../../../../shared/contract/contract.ts";
import type { SYNC_CALLS } from "../../../../shared/inventory/status.ts";
import type { SaveFile } from "../../../base/files.ts";
import { alertHandlers } from "../../../features/alerts/alert-service.ts";
import { assistantHandlers } from "../../../features/assistants/assistant-handlers.ts";
import { languageHandlers } from "../../../features/language/language-handlers.ts";
import { documentHandlers } from "../../../store/user-data/connection-documents.ts";
import { autostartHandlers } from "../../../features/autostart/autostart-handlers.ts";
import { backupHandlers } from "../../../features/backup/backup-service.ts";
import { connectionHandlers } from "../../../features/connections/connection-handlers.ts";
import { countHandlers } from "../../../features/counts/count-handlers.ts";
import { custodyHandlers } from "../../../features/custody/item-notes.ts";
import { diagnosticsHandlers } from "../../../features/diagnostics/diagnostics.ts";
import { exportHandlers } from "../../../features/exports/export-handlers.ts";
import { historyHandlers } from "../../../features/history/history-handlers.ts";
import { mailHandlers } from "../../../delivery/mail/mail-service.ts";
import { plannedMailHandlers } from "../../../delivery/planned/planned-mails.ts";
import { sheetHandlers } from "../../../features/overview/sheet-printing.ts";
import { nameHandlers } from "../../../features/names/name-service.ts";
import { pastDayHandlers } from "../../../features/past-days/past-day-handlers.ts";
import { scannerHandlers } from "../../../features/scanner/scanner-handlers.ts";
import { teamHandlers } from "../../../features/team/team-service.ts";
import { scheduleHandlers } from "../../../features/schedules/schedule-handlers.ts";
import { stockValueHandlers } from "../../../features/stock-value/stock-value-handlers.ts";
import { unitHandlers } from "../../../features/units/unit-handlers.ts";
import { updateHandlers, type UnfinishedWork } from "../../../features/updates/app-updates.ts";
import { type ViewLink, viewHandlers } from "../../../features/views/saved-views.ts";
import type { CoreOptions } from "../core-options.ts";
import type { CoreServices } from "../core-services.ts";
import { queryHandlers, recordHandlers } from "./query-handlers.ts";

/** The parts that the handlers share. */
interface HandlerParts extends CoreServices {
  readonly options: CoreOptions;
  readonly viewLink: ViewLink;
  readonly saveFile: SaveFile;
  /** Returns the work that the end of the app would interrupt; null if there is none. */
  readonly unfinished: () => UnfinishedWork | null;
  /**
   * Runs one change of the open connection at a time. Otherwise two windows could open and close the same folder at
   * once.
   */
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Makes the handlers of all calls. The handlers of features are in the features' folders. */
export function createHandlers(parts: HandlerParts): Handlers {
  return {
    ...sessionHandlers(parts),
    ...queryHandlers(parts),
    ...recordHandlers(parts),
    ...connectionHandlers(parts),
    ...historyHandlers(parts),
    ...pastDayHandlers(parts),
    ...viewHandlers(parts),
    ...mailHandlers(parts),
    ...nameHandlers(parts),
    ...unitHandlers(parts),
    ...stockValueHandlers(parts),
    ...countHandlers(parts),
    ...custodyHandlers(parts),
    ...documentHandlers(parts),
    ...alertHandlers(parts),
    ...plannedMailHandlers(parts),
    ...sheetHandlers(parts),
    ...exportHandlers(parts),
    ...scannerHandlers(parts),
    ...scheduleHandlers(parts),
    ...teamHandlers(parts),
    ...assistantHandlers(parts),
    ...autostartHandlers(parts),
    ...languageHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...backupHandlers(parts),
    ...updateHandlers(parts),
    ...parts.windows.handlers,
  };
}

interface SessionHandlerParts extends Pick<CoreServices, "connections" | "userData" | "startup"> {
  readonly options: CoreOptions;
}

/** The handlers for a page's start, and for refreshes, settings and saved texts. */
function sessionHandlers({ options, connections, userData, startup }: SessionHandlerParts) {
  const { current } = connections;
  return {
    bootstrap: async () => {
      await startup.opened;
      const { connection, status } = current;
      return {
        version: options.version,
        host: options.host,
        policy: options.policy,
        platform: process.platform,
        // In a browser, the page uses the locale of the browser.
        locale: options.host === "electron" ? (currentLocale() ?? null) : null,
        connection,
        connections: connections.list,
        settings: startup.settings,
        status,
        notice: startup.notice,
      };
    },
    getSettings: async () => {
      await startup.opened;
      return startup.settings;
    },
    saveSettings: (next) => startup.saveSettings(next),
    loadUiState: ({ name, connectionId }) => userData.uiState(name, connectionId),
    saveUiState: async ({ name, value, connectionId }) => {
      await startup.opened;
      if (connectionId !== undefined) connections.require(connectionId);
      await userData.saveUiState(name, value, connectionId);
    },
    copyText: ({ text, html }) => options.copyText(text, html),
    getStatus: () => current.status,
    syncNow: ({ full }) => void current.engineWithKey().syncNow(full ? "full" : "incremental", true),
    cancelSync: () => current.copyOf()?.engine.cancel(),
    answerQuestion: ({ connectionId, answer }) =>
      current.copyOf(connectionId)?.engine.answerQuestion(answer === "accept"),
  } satisfies HandlersOf<typeof SESSION_CALLS & typeof SYNC_CALLS>;
}
