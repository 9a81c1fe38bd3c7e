import { TEAM_ALERT_DOCUMENTS } from "../../../shared/features/alerts/team-alerts.ts";
import { outLimitsOf } from "../../../shared/features/custody/out-limits.ts";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { Log } from "../../base/log.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import type { AlertNotice, WatchedConnection } from "../../features/alerts/alert-monitor.ts";
import { AlertService } from "../../features/alerts/alert-service.ts";
import { readAlertSettings } from "../../features/alerts/alert-settings.ts";
import type { RefreshedCopy } from "../../features/connections/background-refresh.ts";
import type { ConnectionManager } from "../../features/connections/connection-manager.ts";
import type { CurrentConnection } from "../../features/connections/current-connection.ts";
import type { TeamService } from "../../features/team/team-service.ts";
import type { SavedViews } from "../../features/views/saved-views.ts";
import type { WindowService } from "../../features/windows/window-service.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import type { CoreHooks } from "./core-hooks.ts";
import type { CoreOptions } from "./core-options.ts";
import type { UserStore } from "./user-store.ts";

/** The services that alerts use. */
interface AlertParts {
  readonly log: Log;
  readonly events: PushBus;
  readonly userStore: Remote<UserStore>;
  readonly userData: UserData;
  readonly connections: ConnectionManager;
  readonly documents: ConnectionDocuments;
  readonly team: TeamService;
  readonly views: SavedViews;
  readonly mail: MailService;
}

/** Creates the service of alerts. It evaluates the rules after each refresh, when the stock is counted. */
export function startAlerts(
  options: CoreOptions,
  { log, events, userStore, userData, connections, documents, team, views, mail }: AlertParts,
  hooks: CoreHooks,
): AlertService {
  const { clock } = options;
  const { current } = connections;
  const alerts = new AlertService({
    clock,
    log,
    store: userStore,
    team,
    requireConnection: (connectionId) => connections.require(connectionId),
    current: () => watched(current, mail),
    views: (connectionId) => views.list(connectionId),
    limits: async (connectionId) => outLimitsOf(await documents.read("limits", connectionId)),
    settings: () => readAlertSettings(userData),
    show: (notice) => void hooks.notices.run(notice),
    onAlerts: (connectionId, counts) => events.emit("alerts", { connectionId, ...counts }),
    onRules: (connectionId) => events.emit("alertRules", { connectionId }),
  });
  hooks.mailed.add(() => void alerts.monitor.look());
  hooks.teamRecords.add(async (connectionId, news) => {
    const isAbout = news.documents.some((document) => TEAM_ALERT_DOCUMENTS.includes(document));
    if (isAbout) await alerts.teamChanged(connectionId);
  });
  hooks.refreshed.add((refreshed) =>
    alerts.evaluateClosed(watchedClosed(refreshed, clock.now(), mail.unsent(refreshed.connectionId))),
  );
  followCopies(alerts, events, current);
  return alerts;
}

/** Makes alerts follow the rows, the open copy and the views. */
function followCopies(alerts: AlertService, events: PushBus, current: CurrentConnection): void {
  events.on("history", ({ connectionId }) => void alerts.monitor.evaluate(connectionId));
  // This event follows whenever an opened copy gets its key: at the start, after a switch, and after local data were
  // deleted.
  const copyOpened = (): void => {
    const connectionId = current.connection?.connectionId;
    if (connectionId) void alerts.copyOpened(connectionId);
  };
  events.on("connection", copyOpened);
  events.on("switched", () => {
    copyOpened();
    // If the copy has the earlier alerts, only new alerts cause notifications.
    const connectionId = current.connection?.connectionId;
    if (connectionId) void alerts.teamChanged(connectionId);
  });
  // A deleted view changes the state of its rules.
  events.on("views", ({ connectionId }) => events.emit("alertRules", { connectionId }));
}

/** The parts of the open connection that alerts need. */
function watched(current: CurrentConnection, mail: MailService): WatchedConnection | null {
  const { connection, status } = current;
  if (!connection || !current.isOpen(connection.connectionId)) return null;
  const { connectionId, key, keychainProblem } = connection;
  const store = current.storeOf(connectionId);
  if (!store) return null;
  const refused = refusedKey(status);
  // If the user removed the key, no alert is needed. If the keychain lost the key, an alert is needed.
  const keyError = refused ?? (key === "none" && keychainProblem !== null ? "no_key" : null);
  return {
    connectionId,
    store,
    status,
    serviceNow: current.serviceNow(),
    keyError,
    unsent: mail.unsent(connectionId),
  };
}

/** The parts of a closed connection that alerts need after its refresh. */
function watchedClosed(
  { connectionId, copy: { store, engine } }: RefreshedCopy,
  now: number,
  unsent: number,
): WatchedConnection {
  const { status } = engine;
  const keyError = refusedKey(status);
  return { connectionId, store, status, serviceNow: serviceTime(status, now), keyError, unsent };
}

/** The kind of error if the service refused the key; null if it did not refuse the key. */
const refusedKey = ({ state }: Pick<SyncStatus, "state">): "unauthorized" | "forbidden" | null =>
  state === "unauthorized" || state === "forbidden" ? state : null;

/** Shows a notification. A click on it opens the rows, unless another connection is open by then. */
export async function notify(
  options: CoreOptions,
  {
    log,
    connections,
    windows,
  }: Pick<AlertParts, "log" | "connections"> & { readonly windows: WindowService },
  { connectionId, route, title, body }: AlertNotice,
): Promise<void> {
  const open = (): void => {
    const shown = windows.showRoute(connections.current.isOpen(connectionId) ? route : null);
    shown.catch((cause: unknown) => log.warn("an alert could not be shown", { cause }));
  };
  const shown = await options.showNotification?.({ title, body }, open);
  if (shown === false) log.warn("the system showed no notification", {});
}
