import { CORE_ERRORS } from "./messages.ts";
import path from "node:path";
import { AppFailure, toAppError, said } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { Log } from "../../base/log.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { SaveFile } from "../../base/files.ts";
import { NotReplaced } from "../../delivery/files/replaced-file.ts";
import { writeWholeFile } from "../../delivery/files/staged-file.ts";
import { requireExportFile } from "../../base/policy/export-folders.ts";
import type { ExportSchedules } from "../../features/schedules/export-schedules.ts";
import type { CrashReports } from "../../features/diagnostics/crashes/crash-reports.ts";
import type { CoreOptions } from "./core-options.ts";
import type { UnfinishedWork } from "../../features/updates/app-updates.ts";
import { startServices, type CoreServices } from "./core-services.ts";
import { createDispatch, type Dispatch } from "./dispatch.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { ExportService } from "../../features/exports/export-service.ts";
import { createHandlers } from "./handlers/handlers.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import { ViewLink } from "../../features/views/saved-views.ts";
import type { WindowService } from "../../features/windows/window-service.ts";

/** The whole application behind a page, for every host. */
export interface AppCore {
  readonly dispatch: Dispatch;
  readonly events: PushBus;
  readonly userData: UserData;
  readonly log: Log;
  readonly exports: ExportService;
  readonly schedules: ExportSchedules;
  readonly windows: WindowService;
  readonly crashes: CrashReports;
  readonly policy: Policy;
  /**
   * Opens a link to a view in a window. Other links are ignored. Hosts that receive links from the system call this.
   */
  openViewLink(link: string, window?: number): void;
  /** Opens the text of a view file in a window. */
  openViewFile(text: string, window?: number): void;
  /** Returns the work that quitting would interrupt; null if there is none. */
  unfinished(): UnfinishedWork | null;
  /** Refreshes once all connections that are not open. */
  refreshClosed(): Promise<void>;
  /** Must be called after sleep. One pass then catches up. */
  resume(): Promise<void>;
  /** Must be called before sleep. No request is sent until `resume`. */
  suspend(): Promise<void>;
  close(): Promise<void>;
}

/** The most ms for which the app's end waits for a change of connection. */
const CLOSE_TIMEOUT = 3_000;

/**
 * Starts the core. Databases open in their threads while the host makes its window. The start never waits for the
 * network. If a database cannot be opened, the page can still show the error.
 */
export function startCore(options: CoreOptions): AppCore {
  const services = startServices(options);
  const { log, events, userData, connections, exports, schedules, windows, alerts } = services;
  const viewLink = new ViewLink(events);
  const change = oneAtATime();
  void change(() => services.startup.opened);
  options.updates?.subscribe((state) => events.emit("update", state));
  const unfinished = (): UnfinishedWork | null => {
    const { pass, firstPullComplete } = connections.current.status;
    return exports.isRunning ? "export" : pass !== null && !firstPullComplete ? "firstPull" : null;
  };
  return {
    dispatch: createDispatch(
      createHandlers({
        ...services,
        options,
        viewLink,
        saveFile: saveFileBy(options),
        change,
        unfinished,
      }),
      log,
    ),
    events,
    userData,
    log,
    exports,
    schedules,
    windows,
    unfinished,
    crashes: services.crashes,
    policy: options.policy,
    openViewLink: (link, window) => viewLink.open(link, window),
    openViewFile: (text, window) => viewLink.openFile(text, window),
    resume: () => {
      alerts.monitor.woke();
      connections.background.start();
      void connections.background.refreshAll();
      const caughtUp = connections.current.copyOf()?.engine.resume() ?? Promise.resolve();
      // The schedules resume first, so that a due schedule does not begin a pass that the wake-up would cancel.
      schedules.follow();
      services.plannedMails.follow();
      return caughtUp;
    },
    refreshClosed: () => connections.background.refreshAll(),
    suspend: async () => {
      // Both are started at once: the computer may wake before a slow refresh ends, and a late `suspend` would undo
      // `resume`.
      await Promise.all([connections.background.stop(), connections.current.copyOf()?.engine.suspend()]);
    },
    close: async () => {
      // A change that waits for the keychain's password dialog must not block the end of the app.
      await Promise.race([change(async () => {}), options.clock.wait(CLOSE_TIMEOUT)]);
      await closeServices(services);
    },
  };
}

/** Closes the services. A service is closed before the services that it uses. */
async function closeServices(services: CoreServices): Promise<void> {
  const { schedules, plannedMails, mail, alerts, exports, connections, userStore } = services;
  await schedules.close();
  await plannedMails.close();
  await mail.close();
  await alerts.monitor.close();
  await exports.close();
  await connections.close();
  // If closing fails, nothing is lost, because each call has already written its data.
  await userStore.close().catch(() => {});
}

/** Makes the host's function for saving a file that the user chooses. */
const saveFileBy =
  (host: Pick<CoreOptions, "chooseFile" | "policy">): SaveFile =>
  async (suggestedName, content) => {
    const file = await host.chooseFile(suggestedName);
    if (file === null) return { file };
    await requireExportFile(host.policy, file);
    await writeWholeFile(file, await content()).catch(notWrittenThere);
    return { file: path.basename(file) };
  };

/** The error for a place that the user chose. The usual advice about the data folder would mislead. */
function notWrittenThere(thrown: unknown): never {
  if (thrown instanceof NotReplaced) throw thrown;
  const { kind, reason } = toAppError(thrown);
  const sentence = reason === "full" ? CORE_ERRORS.diskFull : CORE_ERRORS.notWritten;
  throw new AppFailure({ kind, ...(reason ? { reason } : {}), ...said(sentence) }, { cause: thrown });
}
