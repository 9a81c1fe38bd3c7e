import { z } from "zod";
import type { Result } from "../base/errors.ts";
import { ALERT_CALLS, ALERT_PUSHES } from "../features/alerts/alert-calls.ts";
import { ASSISTANT_CALLS } from "../features/assistants/assistants.ts";
import { AUTOSTART_CALLS } from "../features/autostart/autostart.ts";
import { BACKUP_CALLS, BACKUP_PUSHES } from "../features/backup/backup.ts";
import { CONNECTION_CALLS, CONNECTION_PUSHES } from "../features/connections/connection-calls.ts";
import { COUNT_CALLS, COUNT_PUSHES } from "../features/counts/count-calls.ts";
import { CUSTODY_CALLS } from "../features/custody/custody-calls.ts";
import { DIAGNOSTICS_CALLS } from "../features/diagnostics/diagnostics.ts";
import { EXPORT_CALLS, EXPORT_PUSHES } from "../delivery/exports.ts";
import { LANGUAGE_CALLS } from "../features/language/language-calls.ts";
import { HISTORY_CALLS, HISTORY_PUSHES } from "../features/history/history.ts";
import { SHEET_CALLS } from "../features/overview/sheet-calls.ts";
import { PLANNED_MAIL_CALLS, PLANNED_MAIL_PUSHES } from "../delivery/planned-mails.ts";
import { MAIL_CALLS, MAIL_PUSHES } from "../delivery/mail.ts";
import { NAME_CALLS } from "../features/names/names.ts";
import { PAST_DAY_CALLS, PAST_DAY_PUSHES } from "../features/past-days/past-day-calls.ts";
import { SCHEDULE_CALLS, SCHEDULE_PUSHES } from "../features/schedules/schedules.ts";
import { SCANNER_CALLS } from "../features/scanner/scanner.ts";
import { STOCK_VALUE_CALLS } from "../features/stock-value/prices.ts";
import { VALUE_HISTORY_CALLS } from "../features/stock-value/value-history.ts";
import { TEAM_CALLS, TEAM_PUSHES } from "../features/team/team-calls.ts";
import { UNIT_CALLS } from "../features/units/units.ts";
import { UPDATE_CALLS, UPDATE_PUSHES } from "../features/updates/updates.ts";
import { VIEW_CALLS, VIEW_PUSHES } from "../features/views/view-calls.ts";
import { WINDOW_CALLS, WINDOW_PUSHES } from "../features/windows/windows.ts";
import { SYNC_CALLS, SYNC_PUSHES, connectionSchema, syncStatusSchema } from "../inventory/status.ts";
import { QUERY_CALLS, MAX_COPIED, RECORD_CALLS, RECORD_PUSHES } from "../query/query-calls.ts";
import type { CallGroup, HandlersOf } from "./declarations.ts";
import { DOCUMENT_CALLS, DOCUMENT_PUSHES } from "./documents.ts";
import { appErrorSchema } from "../base/error-schema.ts";
import { policySchema } from "../base/policy.ts";
import { meantConnection, connectionListSchema } from "../inventory/connections.ts";
import { settingsSchema } from "../inventory/settings.ts";

const nothing = z.undefined();
/** State of the page that lasts between sessions, such as column widths. Only the page reads it. */
const uiState = z.string().max(1_000_000);
const uiStateName = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);

/** The calls for a page's start, for settings, saved texts and the clipboard. */
export const SESSION_CALLS = {
  /** Returns all data of the first paint. */
  bootstrap: {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(["electron", "browser"]),
      policy: policySchema,
      platform: z.string(),
      /** The locale for numbers and dates on the page; null for the browser's locale. */
      locale: z.string().nullable(),
      connection: connectionSchema.nullable(),
      connections: connectionListSchema,
      settings: settingsSchema,
      status: syncStatusSchema,
      /** A sentence about a problem with local data at start-up. It also says what Stockdeck did about the problem. */
      notice: appErrorSchema.nullable(),
    }),
  },
  getSettings: { input: nothing, output: settingsSchema },
  saveSettings: { input: settingsSchema, output: settingsSchema },
  /**
   * Loads a text that the page saved, for all connections or for the named connection. A connection's text is deleted
   * with the connection.
   */
  loadUiState: {
    input: z.strictObject({ ...meantConnection, name: uiStateName }),
    output: uiState.nullable(),
  },
  saveUiState: {
    input: z.strictObject({ ...meantConnection, name: uiStateName, value: uiState }),
    output: nothing,
  },
  /** Copies a text, also as HTML for programs that paste formatted text. */
  copyText: {
    input: z.strictObject({
      text: z.string().max(MAX_COPIED),
      html: z
        .string()
        .max(4 * MAX_COPIED)
        .optional(),
    }),
    output: nothing,
  },
} as const;

const SESSION_PUSHES = { settings: settingsSchema } as const;

/**
 * Every call that a page can make. The preload script, the handlers and the client are derived from this list. No call
 * returns the API key.
 */
export const CALLS = {
  ...SESSION_CALLS,
  ...DOCUMENT_CALLS,
  ...SYNC_CALLS,
  ...QUERY_CALLS,
  ...RECORD_CALLS,
  ...ALERT_CALLS,
  ...ASSISTANT_CALLS,
  ...AUTOSTART_CALLS,
  ...BACKUP_CALLS,
  ...CONNECTION_CALLS,
  ...COUNT_CALLS,
  ...CUSTODY_CALLS,
  ...DIAGNOSTICS_CALLS,
  ...EXPORT_CALLS,
  ...HISTORY_CALLS,
  ...LANGUAGE_CALLS,
  ...MAIL_CALLS,
  ...PLANNED_MAIL_CALLS,
  ...SHEET_CALLS,
  ...NAME_CALLS,
  ...PAST_DAY_CALLS,
  ...SCANNER_CALLS,
  ...SCHEDULE_CALLS,
  ...TEAM_CALLS,
  ...UNIT_CALLS,
  ...STOCK_VALUE_CALLS,
  ...VALUE_HISTORY_CALLS,
  ...UPDATE_CALLS,
  ...VIEW_CALLS,
  ...WINDOW_CALLS,
} as const satisfies CallGroup;

/** Every push of the core. Shared state is pushed to all pages, a request for one page only to that page. */
export const PUSHES = {
  ...SESSION_PUSHES,
  ...DOCUMENT_PUSHES,
  ...SYNC_PUSHES,
  ...RECORD_PUSHES,
  ...ALERT_PUSHES,
  ...BACKUP_PUSHES,
  ...CONNECTION_PUSHES,
  ...COUNT_PUSHES,
  ...EXPORT_PUSHES,
  ...HISTORY_PUSHES,
  ...MAIL_PUSHES,
  ...PLANNED_MAIL_PUSHES,
  ...PAST_DAY_PUSHES,
  ...SCHEDULE_PUSHES,
  ...TEAM_PUSHES,
  ...UPDATE_PUSHES,
  ...VIEW_PUSHES,
  ...WINDOW_PUSHES,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type CallName = keyof typeof CALLS;
export type PushName = keyof typeof PUSHES;
export type CallInput<N extends CallName> = z.infer<(typeof CALLS)[N]["input"]>;
export type CallOutput<N extends CallName> = z.infer<(typeof CALLS)[N]["output"]>;
export type PushPayload<N extends PushName> = z.infer<(typeof PUSHES)[N]>;

/** A call as the page makes it. The argument is optional if the input in the contract may be undefined. */
type Call<N extends CallName> = [CallInput<N>] extends [undefined]
  ? () => Promise<Result<CallOutput<N>>>
  : undefined extends CallInput<N>
    ? (input?: CallInput<N>) => Promise<Result<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<Result<CallOutput<N>>>;

/** Adds a listener, and returns a function that removes it. */
type Subscribe<N extends PushName> = (listener: (payload: PushPayload<N>) => void) => () => void;

/** The host's API for the page: every call by name, and `on<Push>` for every push. */
export type HostApi = { readonly [N in CallName]: Call<N> } & {
  readonly [N in PushName as `on${Capitalize<N>}`]: Subscribe<N>;
};

/** The core's handlers, one for every call. */
export type Handlers = HandlersOf<typeof CALLS>;
