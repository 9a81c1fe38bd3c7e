import type { PushPayload } from "../../../shared/contract/contract.ts";
import { outLimitsOf } from "../../../shared/features/custody/out-limits.ts";
import type { Log } from "../../base/log.ts";
import type { AlertNotice, WatchedConnection } from "../../features/alerts/alert-monitor.ts";
import type { UserStore } from "../../store/user-data/user-store.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import { AlertService } from "../../features/alerts/alert-service.ts";
import type { CoreOptions } from "./core-options.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { ConnectionManager } from "../../features/connections/connection-manager.ts";
import type { CurrentProfile } from "../../features/connections/current-profile.ts";
import type { SavedViews } from "../../features/views/saved-views.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import type { WindowService } from "../../features/windows/window-service.ts";

interface AlertParts {
  readonly log: Log;
  readonly events: PushBus;
  readonly userStore: Remote<UserStore>;
  readonly userData: UserData;
  readonly connections: ConnectionManager;
  readonly documents: ConnectionDocuments;
  readonly views: SavedViews;
  readonly windows: WindowService;
}

/** Evaluates the rules after each refresh, once the stock is counted. */
export function startAlerts(options: CoreOptions, parts: AlertParts): AlertService {
  const { log, events, userStore, userData, connections, views } = parts;
  const { current } = connections;
  const alerts = new AlertService({
    clock: options.clock,
    log,
    store: userStore,
    requireProfile: (profileId) => connections.require(profileId),
    current: () => watched(current),
    views: (profileId) => views.list(profileId),
    limits: async (profileId) => outLimitsOf(await parts.documents.read("limits", profileId)),
    settings: () => userData.alertSettings(),
    show: (notice) => void notify(options, parts, notice),
    onAlerts: (profileId, counts) => events.emit("alerts", { profileId, ...counts }),
    onRules: (profileId) => events.emit("alertRules", { profileId }),
  });
  events.subscribe((name, payload) => {
    if (name === "history") void alerts.monitor.evaluate((payload as PushPayload<"history">).profileId);
    if (name === "switched") void alerts.monitor.announce();
    // A deleted view changes the state of its rules.
    if (name === "views")
      events.emit("alertRules", { profileId: (payload as PushPayload<"views">).profileId });
  });
  return alerts;
}

/** The open connection, as far as alerts need it. */
function watched(current: CurrentProfile): WatchedConnection | null {
  const { connection, status } = current;
  if (!connection || !current.isOpen(connection.profileId)) return null;
  const { profileId, key, keychainProblem } = connection;
  const store = current.storeOf(profileId);
  if (!store) return null;
  const { state } = status;
  const refused = state === "unauthorized" || state === "forbidden" ? state : null;
  // If the user removed the key, no alert is needed; if the keychain no longer returns it, one is.
  const keyError = refused ?? (key === "none" && keychainProblem !== null ? "no_key" : null);
  return { profileId, store, status, serviceNow: current.serviceNow(), keyError };
}

/** Shows a notification. A click opens the rows, unless another connection is open by then. */
async function notify(
  options: CoreOptions,
  { log, connections, windows }: AlertParts,
  { profileId, route, title, body }: AlertNotice,
): Promise<void> {
  const open = (): void => {
    const shown = windows.showRoute(connections.current.isOpen(profileId) ? route : null);
    shown.catch((cause: unknown) => log.warn("an alert could not be shown", { cause }));
  };
  const shown = await options.showNotification?.({ title, body }, open);
  if (shown === false) log.warn("the system showed no notification", {});
}
