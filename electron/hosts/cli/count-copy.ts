import { outLimitsOf } from "../../../shared/features/custody/out-limits.ts";
import { DEFAULT_ALERT_SETTINGS } from "../../../shared/features/alerts/alerts.ts";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { systemClock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { AlertService } from "../../features/alerts/alert-service.ts";
import { TeamService } from "../../features/team/team-service.ts";
import { SavedViews } from "../../features/views/saved-views.ts";
import { serveHere, type Remote } from "../../store/database/worker-rpc.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { makeUserStore, type UserStore } from "../core/user-store.ts";
import { ColumnComputer } from "../../sync/column-computer.ts";
import { CopyUpdates } from "../../sync/copy-updates.ts";
import type { ServiceClock } from "../../sync/fetch-sequence.ts";
import { StatusStore } from "../../sync/status-store.ts";
import { COMPUTATIONS } from "../core/computations.ts";
import type { KnownConnection } from "./find-view.ts";

/** A copy that a command has just refreshed. */
export interface SyncedCopy {
  readonly store: InventoryStore;
  readonly connection: KnownConnection;
  readonly serviceClock: ServiceClock;
  readonly log: Log;
}

/**
 * Counts the day of a copy and evaluates the user's rules. The app does both after each refresh. A folder that does not
 * belong to the app has no settings and no rules.
 * @throws AppFailure of kind `store`.
 */
export async function countCopy({ store, connection, serviceClock, log }: SyncedCopy): Promise<void> {
  const { userDatabase, connectionId } = connection;
  const userStore =
    userDatabase !== null && connectionId !== null
      ? serveHere(() => makeUserStore(userDatabase, false))
      : null;
  try {
    const status = new StatusStore(
      systemClock,
      () => {},
      () => {},
    );
    status.load(await store.writer.describe());
    const documents = userStore && documentsOf(userStore);
    await computeColumns({ store, serviceClock, log, status }, (document) =>
      documents ? documents.read(document, connectionId ?? "") : Promise.resolve(new Map()),
    );
    if (userStore && documents)
      await evaluateRules({ store, log, status }, userStore, documents, connectionId ?? "");
    status.close();
  } finally {
    await userStore?.close();
  }
}

interface Counted extends Pick<SyncedCopy, "store" | "log"> {
  readonly status: StatusStore;
}

const documentsOf = (store: Remote<UserStore>): ConnectionDocuments =>
  new ConnectionDocuments({
    store,
    clock: systemClock,
    requireConnection: () => {},
    onChange: () => Promise.resolve(),
    onSaved: () => {},
  });

async function computeColumns(
  { store, log, status, serviceClock }: Counted & Pick<SyncedCopy, "serviceClock">,
  records: ConstructorParameters<typeof ColumnComputer>[0]["records"],
): Promise<void> {
  const updates = new CopyUpdates({
    store,
    clock: systemClock,
    status,
    serviceClock,
    isRunning: () => false,
    onItemsChanged: () => {},
  });
  const columns = new ColumnComputer({
    store,
    computations: COMPUTATIONS,
    clock: systemClock,
    log,
    revision: () => status.status.revision,
    passDay: () => updates.passDay(),
    records,
    compute: (...run) => updates.compute(...run),
    finish: (...run) => updates.finishComputing(...run),
    onComputed: () => {},
  });
  columns.itemsChanged(false);
  await columns.idle();
  await columns.close();
}

async function evaluateRules(
  { store, log, status: { status } }: Counted,
  userStore: Remote<UserStore>,
  documents: ConnectionDocuments,
  connectionId: string,
): Promise<void> {
  const nothing = (): void => {};
  const views = new SavedViews({ store: userStore, requireConnection: nothing, onChange: nothing });
  const alerts = new AlertService({
    clock: systemClock,
    log,
    store: userStore,
    team: new TeamService({
      store: userStore,
      clock: systemClock,
      requireConnection: nothing,
      onRecords: () => Promise.resolve(),
      onTeam: nothing,
    }),
    requireConnection: nothing,
    current: () => null,
    views: (id) => views.list(id),
    limits: async (id) => outLimitsOf(await documents.read("limits", id)),
    // A command shows no notifications, because the app lists the alerts.
    settings: () => Promise.resolve(DEFAULT_ALERT_SETTINGS),
    show: nothing,
    onAlerts: nothing,
    onRules: nothing,
  });
  const serviceNow = serviceTime(status, systemClock.now());
  await alerts.evaluateClosed({ connectionId, store, status, serviceNow, keyError: null, unsent: null });
  await alerts.monitor.close();
}
