import path from "node:path";
import { VIEWS } from "../../../shared/features/views/view-calls.ts";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import { limitRecords } from "../../../shared/features/custody/out-limits.ts";
import { isUnitless, type Units } from "../../../shared/inventory/units.ts";
import { createLog, type Log } from "../../base/log.ts";
import { keepPrivate } from "../../base/files.ts";
import { KeyVault } from "../../base/keychain/key-vault.ts";
import { type Remote, runTask } from "../../store/database/worker-rpc.ts";
import { openUserStore } from "./open-user-store.ts";
import type { UserStore } from "./user-store.ts";
import { COMPUTATIONS } from "./computations.ts";
import { CoreHooks } from "./core-hooks.ts";
import type { CoreOptions } from "./core-options.ts";
import { CrashReports } from "../../features/diagnostics/crashes/crash-reports.ts";
import type { AlertService } from "../../features/alerts/alert-service.ts";
import { BackupService } from "../../features/backup/backup-service.ts";
import { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { PushBus } from "../../base/push-bus.ts";
import { ExportService } from "../../features/exports/export-service.ts";
import { ConnectionManager, type ConnectionOptions } from "../../features/connections/connection-manager.ts";
import { ConnectionRegistry } from "../../features/connections/connection-registry.ts";
import { READ_CUSTODY_STATES } from "../../features/custody/custody-tasks.ts";
import { CountRecords } from "../../features/counts/count-records.ts";
import { CountService } from "../../features/counts/count-service.ts";
import { ItemNotes } from "../../features/custody/item-notes.ts";
import { OriginGate } from "../../base/policy/origin-gate.ts";
import { TeamService } from "../../features/team/team-service.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import { rowNamesOf } from "../../features/names/public.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import { SavedViews } from "../../features/views/saved-views.ts";
import { notify, startAlerts } from "./start-alerts.ts";
import { startMail, startSenders, type Senders } from "./start-senders.ts";
import { Startup } from "./startup.ts";
import { UserData } from "../../store/user-data/user-data.ts";
import { WindowService } from "../../features/windows/window-service.ts";

/** The services of a running core. */
export interface CoreServices extends Senders {
  readonly mail: MailService;
  readonly log: Log;
  readonly events: PushBus;
  readonly vault: KeyVault;
  readonly userStore: Remote<UserStore>;
  readonly userData: UserData;
  readonly registry: ConnectionRegistry;
  readonly connections: ConnectionManager;
  readonly views: SavedViews;
  readonly documents: ConnectionDocuments;
  readonly team: TeamService;
  readonly itemNotes: ItemNotes;
  readonly counts: CountService;
  readonly alerts: AlertService;
  readonly exports: ExportService;
  readonly startup: Startup;
  readonly backups: BackupService;
  readonly crashes: CrashReports;
  readonly windows: WindowService;
}

/**
 * Creates the services, and starts opening the connection of the last session. Each service gets only services that are
 * created before it; `CoreHooks` connects it with later services.
 */
export function startServices(options: CoreOptions): CoreServices {
  const base = startBase(options);
  const hooks = new CoreHooks();
  const own = startOwnData(options, base, hooks);
  const connections = startConnections(options, { ...base, ...own }, hooks);
  const parts = { ...base, ...own, connections };
  const itemNotes = startItemNotes(options, parts, hooks);
  const counts = startCounts(parts, hooks);
  const exports = new ExportService({ ...options, events: base.events, connections, store: base.userStore });
  const mail = startMail(options, parts, hooks.mailed.run);
  const alerts = startAlerts(options, { ...parts, mail }, hooks);
  const senders = startSenders(options, { ...parts, exports, mail, alerts }, hooks);
  const startup = new Startup({ ...parts, ...senders, mail });
  const windows = startWindows(options, { ...parts, startup }, hooks);
  const backups = new BackupService({
    ...options,
    store: base.userStore,
    connections: () => connections.list,
  });
  return { ...parts, ...senders, itemNotes, counts, exports, mail, alerts, startup, windows, backups };
}

/** Creates the services on which all other services depend. */
function startBase(
  options: CoreOptions,
): Pick<CoreServices, "vault" | "log" | "events" | "crashes" | "userStore" | "userData" | "registry"> {
  const { folder, version, clock } = options;
  void keepPrivate(folder);
  const vault = new KeyVault(options.keychain);
  const secrets = (): readonly string[] => vault.secrets();
  const log = createLog(options.sink, secrets, clock);
  const crashes = new CrashReports({ folder, version, now: () => clock.now(), secrets });
  const userStore = openUserStore(path.join(folder, "user.sqlite"), clock);
  const userData = new UserData(userStore);
  const events = new PushBus();
  const registry = new ConnectionRegistry(userData, (list) => events.emit("connections", list));
  return { vault, log, events, crashes, userStore, userData, registry };
}

type Base = ReturnType<typeof startBase>;
type OwnServices = Pick<CoreServices, "documents" | "team" | "views">;

/** Creates the services for the data that users make and set. `hooks` reports their changes to the open copy. */
function startOwnData(
  { clock }: Pick<CoreOptions, "clock">,
  { events, userStore: store, registry }: Base,
  hooks: CoreHooks,
): OwnServices {
  const requireConnection = (connectionId: string): void => void registry.get(connectionId);
  const base = { store, clock, requireConnection };
  const views = new SavedViews({ ...base, onChange: (changed) => events.emit("views", changed) });
  const documents = new ConnectionDocuments({
    ...base,
    onSaved: (connectionId) => void hooks.saved.run(connectionId),
    onChange: async (connectionId, document, ids) => {
      if (document === VIEWS.name) await views.changed(connectionId);
      await hooks.records.run(connectionId, document, ids);
      events.emit("recordsChanged", { connectionId, document });
    },
  });
  const team = new TeamService({
    ...base,
    onRecords: async (connectionId, news) => {
      await documents.changedByTeam(connectionId, news.documents);
      await hooks.teamRecords.run(connectionId, news);
    },
    onTeam: (connectionId) => events.emit("team", { connectionId }),
  });
  hooks.saved.add((connectionId) => void team.exchange(connectionId));
  return { documents, team, views };
}

/**
 * Creates the service of connections. Users' data are written to the open copy at once, and to any other copy when it
 * is opened.
 */
function startConnections(
  options: CoreOptions,
  parts: Base & OwnServices,
  hooks: CoreHooks,
): ConnectionManager {
  const { documents, team } = parts;
  const rowNames = async (connectionId: string): Promise<RowNames> =>
    rowNamesOf(await documents.read("names", connectionId));
  const confirmedUnits = async (connectionId: string): Promise<Units | null> => {
    const units = await documents.readSingle("units", connectionId);
    return units === null || isUnitless(units) ? null : units;
  };
  const connections = new ConnectionManager({
    ...options,
    ...parts,
    origins: new OriginGate({ ...options, userData: parts.userData }),
    ownData: async (connectionId) => ({
      names: await rowNames(connectionId),
      units: await confirmedUnits(connectionId),
    }),
    saveOwnData: sampleSaver(documents),
    computations: COMPUTATIONS,
    records: (document, connectionId) => documents.read(document, connectionId),
    followTeam: (connectionId, client) => team.follow(connectionId, client),
    exchangeTeam: (...exchange) => team.exchangeClosed(...exchange),
    evaluate: hooks.refreshed.run,
  });
  const { current } = connections;
  const copyIfOpen = (connectionId: string) => (current.isOpen(connectionId) ? current.copyOf() : null);
  hooks.records.add(async (connectionId, document) => {
    // The user may switch connections while the names are read.
    if (document === "names") {
      const names = await rowNames(connectionId);
      await copyIfOpen(connectionId)?.engine.updates.useNames(names);
    }
    if (document === "units") {
      const units = await confirmedUnits(connectionId);
      await copyIfOpen(connectionId)?.engine.updates.useUnits(units);
    }
    if (COMPUTATIONS.some(({ documents: used }) => used.includes(document)))
      copyIfOpen(connectionId)?.recompute();
  });
  return connections;
}

type Parts = Base & OwnServices & Pick<CoreServices, "connections">;

function startItemNotes({ clock }: CoreOptions, parts: Parts, hooks: CoreHooks): ItemNotes {
  const { userStore: store, events, connections } = parts;
  return new ItemNotes({
    store,
    clock,
    requireConnection: (connectionId) => connections.require(connectionId),
    statesOf: async (connectionId, ids) => {
      const copy = connections.current.storeOf(connectionId);
      return copy && runTask(copy.reader, READ_CUSTODY_STATES, ids);
    },
    onChange: async (connectionId) => {
      await hooks.records.run(connectionId, "itemNotes", []);
      events.emit("recordsChanged", { connectionId, document: "itemNotes" });
    },
    onSaved: (connectionId) => void hooks.saved.run(connectionId),
  });
}

function startCounts(parts: Parts, hooks: CoreHooks): CountService {
  const counts = new CountService({ ...parts, current: parts.connections.current });
  hooks.teamRecords.add((connectionId, news) => {
    // This call is not awaited, because the service of counts may be waiting for this code while it shares a count.
    counts
      .teamChanged(connectionId, news)
      .catch((cause: unknown) => parts.log.warn("changes of the team's counts could not be read", { cause }));
  });
  return counts;
}

/** Creates the service of windows, which also shows the rows of alerts. */
function startWindows(
  options: CoreOptions,
  { log, events, userData, connections, startup }: Parts & Pick<CoreServices, "startup">,
  { notices }: CoreHooks,
): WindowService {
  const windows = new WindowService({
    events,
    userData,
    connections: () => startup.opened.then(() => connections.list),
    onFocus: (focused) => connections.current.setFocused(focused),
  });
  notices.add((notice) => notify(options, { log, connections, windows }, notice));
  return windows;
}

/** Saves the data that a user of the sample company would have entered by now. */
function sampleSaver(documents: ConnectionDocuments): ConnectionOptions["saveOwnData"] {
  return async (connectionId, own, prepared) => {
    await documents.save(
      "names",
      connectionId,
      recordsOf(new Map(own.names.map(({ id, ...name }) => [id, name]))),
    );
    await documents.save("units", connectionId, [{ id: SINGLE_RECORD, value: own.units }]);
    await documents.save("limits", connectionId, recordsOf(limitRecords(own.outLimits)));
    await documents.save("thresholds", connectionId, recordsOf(new Map(Object.entries(own.thresholds))));
    await documents.save("priceBases", connectionId, recordsOf(new Map(Object.entries(own.priceBases))));
    if (prepared) {
      const { id, count, rows, scans } = prepared;
      const records = new CountRecords(documents);
      await records.saveLists(connectionId, id, { expected: rows });
      await records.saveScans(connectionId, id, new Map(scans.map((scan, at) => [at + 1, scan])));
      await records.saveCount(connectionId, id, count);
    }
  };
}

const recordsOf = <T>(records: ReadonlyMap<string, T>) => [...records].map(([id, value]) => ({ id, value }));
