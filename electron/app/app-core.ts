import path from "node:path";
import type { Handlers } from "../../shared/contract/contract.ts";
import type { Diagnostics } from "../../shared/contract/diagnostics.ts";
import { diagnosticsFileName, diagnosticsText } from "../../shared/contract/diagnostics-file.ts";
import { localDay } from "../../shared/time/local-day.ts";
import { checkQuery } from "../../shared/query/query.ts";
import { isViewLink } from "../../shared/views/view-share.ts";
import { viewFileName, viewFileText } from "../../shared/views/view-file.ts";
import { AppFailure, toAppError, type AppError } from "../../shared/domain/errors.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../shared/domain/settings.ts";
import type { Fetch } from "../client/transport.ts";
import type { Clock } from "../base/clock.ts";
import { exportFileName } from "../exports/write/file-name.ts";
import { writeWholeFile } from "../exports/write/staged-file.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { KeyVault } from "../keychain/key-vault.ts";
import { createLog, type Log, type Sink } from "../base/log.ts";
import { storeError } from "../store/database/store-error.ts";
import { openUserStore } from "../store/store-client.ts";
import { ComparisonDesk } from "./exports/comparison-desk.ts";
import { ConnectionManager } from "./profiles/connection-manager.ts";
import { ExportDesk } from "./exports/export-desk.ts";
import { ExportSchedules } from "../exports/schedule/export-schedules.ts";
import { gatherDiagnostics } from "./diagnostics.ts";
import { createDispatch, type Dispatch } from "./dispatch.ts";
import { EventBus } from "./event-bus.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import { queryHandlers } from "./query-handlers.ts";
import { SavedViews } from "./saved-views.ts";
import { scheduleHandlers } from "./exports/schedule-handlers.ts";
import { UserData } from "./user-data.ts";
import { WindowDesk } from "./windows/window-desk.ts";

/** What a host gives the core. */
export interface CoreOptions {
  /** Everything that Stockdeck keeps is in this folder. */
  readonly folder: string;
  readonly version: string;
  readonly host: "electron" | "browser";
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly sink: Sink;
  copyText(text: string, html: string | undefined): void | Promise<void>;
  /** Asks a person where to write a file, beginning with that name; null where they would rather not. */
  chooseFile(suggestedName: string): Promise<string | null>;
  /** The same for an export; a host of a browser has a folder of its own instead, from which the browser downloads. */
  chooseExport(suggestedName: string): Promise<string | null>;
  /** What the window would print, as a PDF; absent where a browser prints by itself. */
  printPdf?(): Promise<Uint8Array>;
  /** Asks a person for a folder that scheduled exports go to; null where they would rather not. */
  chooseFolder(): Promise<string | null>;
  /** Whether the host could go on in a tray without its window. */
  trayAvailable(): Promise<boolean>;
  /** Asks a person which file to read; null where they would rather not. A browser hands files over by itself. */
  chooseOpen(): Promise<string | null>;
  /** Opens a file that was exported with what the system opens it with, or shows it in its folder. */
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}

/** The whole application behind a page, whatever host shows it. */
export interface AppCore {
  readonly dispatch: Dispatch;
  readonly events: EventBus;
  readonly userData: UserData;
  readonly log: Log;
  readonly exports: ExportDesk;
  readonly schedules: ExportSchedules;
  readonly comparisons: ComparisonDesk;
  readonly windows: WindowDesk;
  /** Told by the host's system: another program wants a link opened, in that window. What is no link to a view is left. */
  openViewLink(link: string, window?: number): void;
  /** Told by the host's power events: after sleep one pass catches up. */
  resume(): Promise<void>;
  /** Told by the host's power events: nothing is sent while the computer sleeps. */
  suspend(): Promise<void>;
  close(): Promise<void>;
}

/** Ms that the end of the app waits for a change of the connection that is under way. */
const CLOSE_PATIENCE = 3_000;

/**
 * Starts the core. Databases open in their threads while the host makes its window; nothing here waits for the
 * network, and nothing that fails to open keeps the page from saying so.
 */
export function startCore(options: CoreOptions): AppCore {
  const vault = new KeyVault(options.keychain);
  const log = createLog(options.sink, () => vault.secrets());
  const events = new EventBus();
  const userStore = openUserStore(path.join(options.folder, "user.sqlite"));
  const userData = new UserData(userStore);
  const connections = new ConnectionManager({ ...options, vault, log, events, userData });
  const { current } = connections;
  const views = new SavedViews({
    store: userStore,
    requireProfile: (profileId) => connections.require(profileId),
    onChange: (changed) => events.emit("views", changed),
  });
  const exports: ExportDesk = new ExportDesk({
    ...options,
    events,
    connections,
    store: userStore,
    comparisonFile: (id) => comparisons.databaseOf(id),
  });
  const comparisons = new ComparisonDesk({ ...options, events, connections, exports });
  const schedules = new ExportSchedules({
    ...options,
    log,
    events,
    connections,
    store: userStore,
    desk: exports,
  });
  let settings: Settings = DEFAULT_SETTINGS;
  let notice: AppError | null = null;
  let viewLink: string | null = null;

  const opening = (async () => {
    try {
      const reading = Promise.all([userData.settings(), userStore.setAside(), connections.load()]);
      const [saved, setAside] = await reading;
      settings = saved;
      if (setAside) notice = damaged("your settings", setAside);
      const setAsideInventory = await connections.restore(settings);
      if (setAsideInventory) notice = damaged("the local copy", setAsideInventory);
    } catch (thrown) {
      notice = toAppError(thrown);
      log.warn("opening failed", { kind: notice.kind, reason: notice.reason, cause: thrown });
    }
    // A copy that cannot be opened keeps no other connection's exports from running.
    await schedules.load().catch((cause: unknown) => log.warn("no schedules could be read", { cause }));
  })();

  const windows = new WindowDesk({
    events,
    userData,
    profiles: () => opening.then(() => connections.profiles),
    requireProfile: (profileId) => connections.require(profileId),
    onFocus: (focused) => current.setFocused(focused),
  });

  // Two windows, or a double click, must not open and close the same data folder at once.
  const change = oneAtATime();
  void change(() => opening);

  const diagnostics = async (meant: string | undefined): Promise<Diagnostics> => {
    await opening;
    return gatherDiagnostics(
      { ...options, now: options.clock.now(), current, settings, notice, secrets: vault.secrets() },
      meant,
    );
  };

  /** Ends what reads the open profile's copy, which is about to be removed. */
  const letGo = async (meant: string | undefined): Promise<void> => {
    const { profileId } = current.require(meant).connection;
    await exports.stopOf(profileId);
    await comparisons.close();
  };

  const handlers: Handlers = {
    bootstrap: async () => {
      await opening;
      return {
        version: options.version,
        host: options.host,
        platform: process.platform,
        connection: current.connection,
        profiles: connections.profiles,
        settings,
        status: current.status,
        notice,
      };
    },
    testConnection: (input) => connections.test(input),
    connect: (input) => change(() => connections.connect(input)),
    exploreSample: () => change(() => connections.exploreSample()),
    listProfiles: async () => {
      await opening;
      return connections.profiles;
    },
    switchProfile: ({ profileId }) => change(() => connections.switchProfile(profileId)),
    editProfile: (input) => change(() => connections.edit(input)),
    adoptAsNewProfile: (input) => change(() => connections.adoptAsNewProfile(input?.profileId)),
    replaceKey: (input) => change(() => connections.replaceKey(input)),
    forgetKey: (input) => change(() => connections.forgetKey(input?.profileId)),
    wipeLocalData: (input) =>
      change(async () => {
        await letGo(input?.profileId);
        return connections.wipe(input?.profileId);
      }),
    disconnect: (input) =>
      change(async () => {
        await letGo(input?.profileId);
        return connections.disconnect(input?.profileId);
      }),
    getSettings: async () => {
      await opening;
      return settings;
    },
    saveSettings: async (next) => {
      await opening;
      await userData.saveSettings(next);
      settings = next;
      current.setSettings(next);
      events.emit("settings", next);
      return next;
    },
    getStatus: () => current.status,
    syncNow: ({ full }) => current.syncNow(full),
    cancelSync: () => current.cancelSync(),
    ...queryHandlers(
      (profileId) => current.storeOf(profileId),
      () => current.serviceNow(),
    ),
    getRecord: async ({ profileId, resource, id }) =>
      (await current.storeOf(profileId)?.reader.record(resource, id)) ?? null,
    refreshRecord: (input) => current.refreshRecord(input),
    verifyRecords: (input) => current.verifyRecords(input),
    answerQuestion: (input) => current.answerQuestion(input),
    queryChanges: async ({ profileId, filter, upTo, offset, limit }) =>
      (await current.storeOf(profileId)?.reader.changes(filter, offset, limit, upTo)) ?? {
        changes: [],
        total: 0,
      },
    viewNews: async ({ profileId, view, resource, query, limit }) => {
      const store = current.storeOf(profileId);
      if (!store) return NO_NEWS;
      return store.reader.unseenChanges(
        view,
        resource,
        checkQuery(resource, query),
        limit,
        current.serviceNow(),
      );
    },
    markSeen: async ({ profileId = current.connection?.profileId, view, number }) => {
      await current.storeOf(profileId)?.writer.markSeen(view, number);
      if (profileId !== undefined) events.emit("seen", { profileId, view });
    },
    listViews: ({ profileId }) => views.list(profileId),
    createView: (input) => opening.then(() => views.create(input)),
    saveView: (input) => opening.then(() => views.save(input)),
    renameView: (input) => opening.then(() => views.rename(input)),
    moveView: (input) => opening.then(() => views.move(input)),
    deleteView: (input) => opening.then(() => views.delete(input)),
    restoreView: (input) => opening.then(() => views.restore(input)),
    exportView: async (view) => {
      const file = await options.chooseFile(viewFileName(view));
      if (file === null) return { file };
      await writeWholeFile(file, viewFileText(view)).catch(notWrittenThere);
      return { file: path.basename(file) };
    },
    takeViewLink: () => {
      const link = viewLink;
      viewLink = null;
      return link;
    },
    loadUiState: ({ name, profileId }) => userData.uiState(name, profileId),
    saveUiState: async ({ name, value, profileId }) => {
      await opening;
      if (profileId !== undefined) connections.require(profileId);
      await userData.saveUiState(name, value, profileId);
    },
    diagnostics: (input) => diagnostics(input?.profileId),
    saveDiagnostics: async (input) => {
      const gathered = await diagnostics(input?.profileId);
      const file = await options.chooseFile(diagnosticsFileName(gathered));
      if (file === null) return { file };
      await writeWholeFile(file, diagnosticsText(gathered)).catch(notWrittenThere);
      return { file: path.basename(file) };
    },
    startExport: async (request) => {
      await opening;
      return { id: await exports.start(request) };
    },
    cancelExport: ({ id }) => exports.cancel(id),
    listExports: ({ profileId }) => exports.list(profileId),
    openExport: async ({ profileId, id, what }) =>
      options.openFile(await exports.fileOf(profileId, id), what),
    savePdf: async ({ name }) => {
      if (!options.printPdf) throw new AppFailure({ kind: "invalid_input", message: NO_PDF });
      const file = await options.chooseFile(
        exportFileName(name, localDay(new Date(options.clock.now())), "pdf"),
      );
      if (file === null) return { file };
      await writeWholeFile(file, await options.printPdf()).catch(notWrittenThere);
      return { file: path.basename(file) };
    },
    ...scheduleHandlers(schedules, opening, () => options.trayAvailable()),
    openComparison: async ({ profileId }) => ({ id: await comparisons.choose(profileId) }),
    compareExport: async ({ profileId, exportId }) => ({
      id: await comparisons.ofExport(profileId, exportId),
    }),
    answerComparison: ({ id, rows }) => comparisons.answer(id, rows),
    cancelComparison: ({ id }) => comparisons.cancel(id),
    getComparison: ({ profileId }) => comparisons.get(profileId),
    queryDifferences: ({ id, filter, offset, limit }) => comparisons.differences(id, filter, offset, limit),
    copyText: ({ text, html }) => options.copyText(text, html),
    ...windows.handlers,
  };

  return {
    dispatch: createDispatch(handlers, log),
    events,
    userData,
    log,
    exports,
    schedules,
    comparisons,
    windows,
    openViewLink: (link, window) => {
      if (!isViewLink(link)) return;
      viewLink = link;
      events.emit("command", { name: "viewLink" }, window);
    },
    resume: () => {
      schedules.follow();
      return current.resume();
    },
    suspend: () => current.suspend(),
    close: async () => {
      // A change that waits for the keychain's password dialog must not keep the app from ending.
      await Promise.race([change(async () => {}), options.clock.sleep(CLOSE_PATIENCE)]);
      await schedules.close();
      await exports.close();
      await comparisons.close();
      await connections.close();
      await userStore.close().catch(() => {});
    },
  };
}

const NO_PDF = "A browser saves a PDF by its own dialog for printing.";

/** The news of a view where there is no copy. */
const NO_NEWS = {
  entered: 0,
  left: 0,
  changed: 0,
  records: [],
  upTo: 0,
  more: false,
  cutOff: false,
  seen: false,
};

/** The advice on the data folder would mislead: this file is where a person wanted it. */
function notWrittenThere(thrown: unknown): never {
  const { kind, reason } = toAppError(thrown);
  const why = reason === "full" ? "The disk is full." : "Choose another folder.";
  const message = `The file could not be written there. ${why}`;
  throw new AppFailure({ kind, ...(reason ? { reason } : {}), message }, { cause: thrown });
}

function damaged(what: string, file: string): AppError {
  const { kind, reason } = storeError("corrupt");
  const message = `The file with ${what} was damaged. It was set aside as ${path.basename(file)}, and Stockdeck began a new one.`;
  return { kind, ...(reason ? { reason } : {}), message };
}
