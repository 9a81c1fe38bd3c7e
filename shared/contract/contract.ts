import { z } from "zod";
import { idSchema } from "../inventory/ids.ts";
import { ALERT_CALLS, ALERT_PUSHES } from "../features/alerts/alert-calls.ts";
import { BACKUP_CALLS } from "../features/backup/backup.ts";
import { COMMAND_NAMES } from "./commands.ts";
import { changeFilterSchema, listedChangeSchema, unseenChangesSchema } from "../inventory/changes.ts";
import { CUSTODY_CALLS } from "../features/custody/custody-calls.ts";
import { copiedSchema } from "./clipboard.ts";
import { CRASH_CALLS } from "../features/diagnostics/crash-reports.ts";
import { EVENT_CALLS, WEBHOOK_PUSHES } from "../features/webhooks/event-calls.ts";
import { diagnosticsSchema } from "../features/diagnostics/diagnostics.ts";
import { DOCUMENT_CALLS, DOCUMENT_PUSHES } from "./documents.ts";
import { appErrorSchema } from "../base/error-schema.ts";
import type { Result } from "../base/errors.ts";
import { exportProgressSchema, exportRequestSchema } from "../features/exports/exports.ts";
import { HISTORY_CALLS } from "../features/history/history-calls.ts";
import { policySchema } from "../features/policy/policy.ts";
import { NAME_CALLS } from "../features/names/names.ts";
import {
  meantProfile,
  meantProfileSchema,
  profileEditSchema,
  profileIdSchema,
  profileListSchema,
} from "../inventory/profiles.ts";
import { MAX_PAGE_ROWS, QUERY_CALLS, rowSchema, windowShape } from "../query/query-calls.ts";
import { querySchema } from "../query/query.ts";
import { RESOURCES } from "../inventory/resource-names.ts";
import { SCHEDULE_CALLS, scheduleSchema } from "../features/schedules/schedules.ts";
import { settingsSchema } from "../inventory/settings.ts";
import {
  newViewSchema,
  savedViewSchema,
  viewDefinitionSchema,
  viewIdSchema,
  viewNameSchema,
  sharedViewSchema,
} from "../query/views/views.ts";
import { UNIT_CALLS } from "../features/units/unit-calls.ts";
import { UPDATE_CALLS, UPDATE_PUSHES } from "../features/updates/update-calls.ts";
import { MAX_VIEW_FILE } from "../query/views/view-share.ts";
import { MAX_SHEETS, workbookSheetSchema } from "../features/exports/workbook.ts";
import { connectionSchema, countsSchema, syncStatusSchema } from "../inventory/status.ts";
import { MAX_VERIFIED } from "../inventory/verification.ts";
import { routeSchema, WINDOW_CALLS } from "../features/windows/windows.ts";

const nothing = z.undefined();
const resource = z.enum(RESOURCES);
/** One record, and the profile that the page means. */
const ofRecord = z.strictObject({ ...meantProfile, resource, id: idSchema });
/** The name of a file that the user chose, without its folder; null if they cancelled. */
const savedFile = z.strictObject({ file: z.string().nullable() });
const keySchema = z.string().min(1).max(4_096);
const baseUrlSchema = z.string().min(1).max(2_048);
/** State of the page that lasts between sessions, such as column widths. Only the page reads it. */
const uiState = z.string().max(1_000_000);
const uiStateName = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);

/** A named view, and the profile whose it is; the profile need not be open. */
const viewOf = { profileId: profileIdSchema, id: viewIdSchema } as const;

/** A view whose unseen changes are counted, by a name that the page gives it. */
const viewName = z.string().min(1).max(200);

/** One record with everything that is stored of it. */
const recordSchema = z.strictObject({
  resource,
  row: rowSchema,
  /** The record as the service sent it, unknown fields included. */
  raw: z.record(z.string(), z.unknown()),
  /** When this record was last received, ISO 8601. */
  fetchedAt: z.string(),
});
export type StoredRecord = z.infer<typeof recordSchema>;

/** Every call that a page can make; preload, handlers and client are derived from it. None answers the API key. */
export const CALLS = {
  /** All that the first paint needs. */
  bootstrap: {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(["electron", "browser"]),
      policy: policySchema,
      platform: z.string(),
      /** The locale for numbers and dates on the page; null for the browser's own. */
      locale: z.string().nullable(),
      connection: connectionSchema.nullable(),
      profiles: profileListSchema,
      settings: settingsSchema,
      status: syncStatusSchema,
      /** A problem with local data at start-up, as a sentence. It says what Stockdeck did about it. */
      notice: appErrorSchema.nullable(),
    }),
  },
  /** Sends one `listLocations?limit=1`; without `key`, with the stored one (to the stored base URL only). */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /**
   * Makes a profile of a base URL and a key, opens it and pulls. If the open profile has this base URL and no key,
   * or this same key, it takes the key itself.
   */
  connect: { input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }), output: connectionSchema },
  /** Opens the profile of the embedded sample service. Makes and starts it if there is none. */
  exploreSample: { input: nothing, output: connectionSchema },
  listProfiles: { input: nothing, output: profileListSchema },
  /** Opens another profile: its rows at once, its key as soon as the keychain answers. Needs no network. */
  switchProfile: { input: z.strictObject({ profileId: profileIdSchema }), output: connectionSchema },
  /** Renames and recolours a profile; refuses a name that another one has. */
  editProfile: { input: profileEditSchema, output: profileListSchema },
  /** Moves the open profile's key to a new profile with the same base URL. The key belongs to another company. */
  adoptAsNewProfile: { input: meantProfileSchema, output: connectionSchema },
  replaceKey: { input: z.strictObject({ ...meantProfile, key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory; local data stays readable. */
  forgetKey: { input: meantProfileSchema, output: connectionSchema },
  /** Removes every synced row; the key and the user's settings stay. */
  wipeLocalData: { input: meantProfileSchema, output: nothing },
  /** Forgets the open profile, its key and its local rows: on to another profile, else to the first screen. */
  disconnect: { input: meantProfileSchema, output: nothing },
  getSettings: { input: nothing, output: settingsSchema },
  saveSettings: { input: settingsSchema, output: settingsSchema },
  getStatus: { input: nothing, output: syncStatusSchema },
  /** Starts a pass now, or joins the one that runs; answers as soon as it is under way. */
  syncNow: { input: z.strictObject({ full: z.boolean() }), output: nothing },
  cancelSync: { input: nothing, output: nothing },
  /** The asking window's focus; whether any has it decides how often passes run. */
  reportFocus: { input: z.strictObject({ focused: z.boolean() }), output: nothing },
  ...QUERY_CALLS,
  /** A record from the local copy; null if it is not there. */
  getRecord: { input: ofRecord, output: recordSchema.nullable() },
  /** Asks the service for the record (`getItem` and its siblings), stores it and answers it. */
  refreshRecord: { input: ofRecord, output: recordSchema },
  /** Asks the service for each of up to 50 records and stores what comes; what it no longer has is hidden. */
  verifyRecords: {
    input: z.strictObject({ ...meantProfile, resource, ids: z.array(idSchema).min(1).max(MAX_VERIFIED) }),
    output: z.array(
      z.strictObject({
        id: z.string(),
        outcome: z.enum(["same", "changed", "gone", "failed"]),
        error: appErrorSchema.nullable(),
      }),
    ),
  },
  /** Answers `status.question`; `accept`: it is the same company, and the missing records were removed. */
  answerQuestion: {
    input: z.strictObject({ ...meantProfile, answer: z.enum(["accept", "later"]) }),
    output: nothing,
  },
  /** Observed changes, the newest first; `upTo` keeps a list from growing at its top while the user reads it. */
  queryChanges: {
    input: z.strictObject({
      ...meantProfile,
      filter: changeFilterSchema,
      upTo: z.int().min(0).optional(),
      ...windowShape,
    }),
    output: z.strictObject({ changes: z.array(listedChangeSchema), total: z.int() }),
  },
  /** The changes of a view since `markSeen`. If it was never marked, `seen` is false and all counts are 0. */
  queryUnseen: {
    input: z.strictObject({
      ...meantProfile,
      view: viewName,
      resource,
      query: querySchema,
      limit: z.int().min(0).max(MAX_PAGE_ROWS),
    }),
    output: unseenChangesSchema.extend({ seen: z.boolean() }),
  },
  /** The view was looked at, up to that change. */
  markSeen: {
    input: z.strictObject({ ...meantProfile, view: viewName, number: z.int().min(0) }),
    output: nothing,
  },
  /** The views that were named in a profile, each table's in their order. */
  listViews: { input: z.strictObject({ profileId: profileIdSchema }), output: z.array(savedViewSchema) },
  /** Adds a view behind the others; a name that is taken already gets a number. */
  createView: { input: newViewSchema, output: savedViewSchema },
  saveView: { input: z.strictObject({ ...viewOf, definition: viewDefinitionSchema }), output: nothing },
  /** Refuses a name that another view of the same table has. */
  renameView: { input: z.strictObject({ ...viewOf, name: viewNameSchema }), output: nothing },
  /** Puts a view before another one of its table; null: behind all. */
  moveView: { input: z.strictObject({ ...viewOf, before: viewIdSchema.nullable() }), output: nothing },
  /** `restoreView` takes it back, until the app ends. */
  deleteView: { input: z.strictObject(viewOf), output: nothing },
  restoreView: { input: z.strictObject(viewOf), output: nothing },
  /** Writes a view into a file that the user chooses. */
  exportView: { input: sharedViewSchema, output: savedFile },
  /**
   * A view that another program asked to open: a link, or a view file's text. Returns it once; null if there is
   * none.
   */
  takeViewLink: {
    input: nothing,
    output: z
      .string()
      .max(MAX_VIEW_FILE + 1)
      .nullable(),
  },
  /** A text that the page keeps: one for all profiles, or one of the named profile, forgotten with it. */
  loadUiState: {
    input: z.strictObject({ ...meantProfile, name: uiStateName }),
    output: uiState.nullable(),
  },
  saveUiState: {
    input: z.strictObject({ ...meantProfile, name: uiStateName, value: uiState }),
    output: nothing,
  },
  /**
   * The facts that support needs about this installation and the open profile. See
   * shared/features/diagnostics/diagnostics.ts.
   */
  diagnostics: { input: meantProfileSchema, output: diagnosticsSchema },
  /** Writes the same into a file that the user chooses. */
  saveDiagnostics: { input: meantProfileSchema, output: savedFile },
  ...CRASH_CALLS,
  /**
   * Asks for the file and starts an export. Answers when it runs (`exportProgress`); null if the user chose no file.
   */
  startExport: { input: exportRequestSchema, output: z.strictObject({ id: z.uuid().nullable() }) },
  cancelExport: { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** A profile's last exports, the latest first, one that runs among them. */
  listExports: {
    input: z.strictObject({ profileId: profileIdSchema }),
    output: z.array(exportProgressSchema),
  },
  /** Opens the file of an export, or shows it in its folder. */
  openExport: {
    input: z.strictObject({ profileId: profileIdSchema, id: z.uuid(), what: z.enum(["file", "folder"]) }),
    output: nothing,
  },
  /**
   * Writes the window's print output as a PDF into a file that the user chooses. In a browser, its own print dialog
   * saves the PDF.
   */
  savePdf: { input: z.strictObject({ name: z.string().min(1).max(200) }), output: savedFile },
  /** Writes small tables into a workbook that the user chooses, one sheet for each table. */
  saveWorkbook: {
    input: z.strictObject({
      name: z.string().min(1).max(200),
      sheets: z.array(workbookSheetSchema).min(1).max(MAX_SHEETS),
    }),
    output: savedFile,
  },
  ...BACKUP_CALLS,
  ...HISTORY_CALLS,
  ...NAME_CALLS,
  ...UNIT_CALLS,
  ...DOCUMENT_CALLS,
  ...CUSTODY_CALLS,
  ...EVENT_CALLS,
  ...ALERT_CALLS,
  ...SCHEDULE_CALLS,
  ...WINDOW_CALLS,
  ...UPDATE_CALLS,
  copyText: { input: copiedSchema, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** Every event that the core pushes: shared state to all pages, a request for one page to that page. */
export const PUSHES = {
  status: syncStatusSchema,
  connection: connectionSchema.nullable(),
  /** Another profile is open, or none: connection and status in one, so that no screen can mix two profiles. */
  switched: z.strictObject({ connection: connectionSchema.nullable(), status: syncStatusSchema }),
  /** A profile was made, changed or forgotten, or another one is open. */
  profiles: profileListSchema,
  settings: settingsSchema,
  /** A profile's views were changed in any window; these are all of them now. */
  views: z.strictObject({ profileId: profileIdSchema, views: z.array(savedViewSchema) }),
  /** A view was marked as seen in any window. */
  seen: z.strictObject({ profileId: profileIdSchema, view: viewName }),
  /** A profile's name book was changed in any window. */
  names: z.strictObject({ profileId: profileIdSchema }),
  ...DOCUMENT_PUSHES,
  /** Notes on a profile's checked-out items were changed in any window. */
  custody: z.strictObject({ profileId: profileIdSchema }),
  ...ALERT_PUSHES,
  ...WEBHOOK_PUSHES,
  /** A pass ended, and the open profile's observed history has grown. */
  history: z.strictObject({ profileId: profileIdSchema }),
  /** Rows changed in the local copy. */
  dataChanged: z.strictObject({ revision: z.int(), resources: z.array(resource), totals: countsSchema }),
  /** The progress and outcome of an export. */
  exportProgress: exportProgressSchema,
  /** The scheduled exports of all profiles, as they are now. */
  schedules: z.array(scheduleSchema),
  /** A backup was restored: every page reloads. */
  restored: z.strictObject({}),
  ...UPDATE_PUSHES,
  /** A command of the application menu for one window. `viewLink` means that a link waits to be taken. */
  command: z.strictObject({ name: z.enum([...COMMAND_NAMES, "viewLink"]) }),
  /** The route that one window must show, such as the route of an alert's rows. */
  goTo: z.strictObject({ route: routeSchema }),
} as const satisfies Record<string, z.ZodType>;

export type CallName = keyof typeof CALLS;
export type PushName = keyof typeof PUSHES;
export type CallInput<N extends CallName> = z.infer<(typeof CALLS)[N]["input"]>;
export type CallOutput<N extends CallName> = z.infer<(typeof CALLS)[N]["output"]>;
export type PushPayload<N extends PushName> = z.infer<(typeof PUSHES)[N]>;

/** One call as the page makes it: no argument if the contract's input is nothing, or may be. */
type Call<N extends CallName> = [CallInput<N>] extends [undefined]
  ? () => Promise<Result<CallOutput<N>>>
  : undefined extends CallInput<N>
    ? (input?: CallInput<N>) => Promise<Result<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<Result<CallOutput<N>>>;

/** Takes a listener, answers its removal. */
type Subscribe<N extends PushName> = (listener: (payload: PushPayload<N>) => void) => () => void;

/** The host as the page sees it: every call by name, and `on<Event>` for every event. */
export type HostApi = { readonly [N in CallName]: Call<N> } & {
  readonly [N in PushName as `on${Capitalize<N>}`]: Subscribe<N>;
};

/** A handler's answer: nothing at all, if the contract has no output. */
type Answer<N extends CallName> = CallOutput<N> extends undefined ? void : CallOutput<N>;

/** The core's handlers, one for every call. */
export type Handlers = {
  readonly [N in CallName]: (input: CallInput<N>) => Promise<Answer<N>> | Answer<N>;
};
