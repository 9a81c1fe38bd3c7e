import path from "node:path";
import type { DocumentName } from "../../../shared/contract/documents.ts";
import { SINGLE_RECORD } from "../../../shared/contract/declarations.ts";
import { limitRecords, outLimitsOf } from "../../../shared/features/custody/out-limits.ts";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { TEAM_ALERT_DOCUMENTS } from "../../../shared/features/alerts/team-alerts.ts";
import { isUnitless, type Units } from "../../../shared/inventory/units.ts";
import { createLog, type Log } from "../../base/log.ts";
import { keepPrivate } from "../../base/files.ts";
import { KeyVault } from "../../base/keychain/key-vault.ts";
import { type Remote, runTask } from "../../store/database/worker-rpc.ts";
import { openUserStore } from "./open-user-store.ts";
import type { UserStore } from "./user-store.ts";
import { COMPUTATIONS } from "./computations.ts";
import type { CoreOptions } from "./core-options.ts";
import { CrashReports } from "../../features/diagnostics/crashes/crash-reports.ts";
import { readAlertSettings } from "../../features/alerts/alert-settings.ts";
import { AlertService } from "../../features/alerts/alert-service.ts";
import { BackupService } from "../../features/backup/backup-service.ts";
import { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { PushBus } from "../../base/push-bus.ts";
import { ExportService } from "../../features/exports/export-service.ts";
import type { RefreshedCopy } from "../../features/connections/background-refresh.ts";
import type { OwnData } from "../../features/connections/open-profile.ts";
import type { CurrentProfile } from "../../features/connections/current-profile.ts";
import { ConnectionManager, type ConnectionOptions } from "../../features/connections/connection-manager.ts";
import { READ_CUSTODY_STATES } from "../../features/custody/custody-tasks.ts";
import { CountRecords } from "../../features/counts/count-records.ts";
import { CountService } from "../../features/counts/count-service.ts";
import { ItemNotes } from "../../features/custody/item-notes.ts";
import { OriginGate } from "../../base/policy/origin-gate.ts";
import type { TeamNews } from "../../features/team/team-exchange.ts";
import { TeamService, type TeamServiceOptions } from "../../features/team/team-service.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import { rowNamesOf } from "../../features/names/public.ts";
import type { RowNames } from "../../store/ingest/inventory-writer.ts";
import { SavedViews } from "../../features/views/saved-views.ts";
import { startSenders, type Senders } from "./start-senders.ts";
import { Startup } from "./startup.ts";
import { UserData } from "../../store/user-data/user-data.ts";
import { WindowService } from "../../features/windows/window-service.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { AlertNotice, WatchedConnection } from "../../features/alerts/alert-monitor.ts";

/** The services of a running core. */
export interface CoreServices extends Senders {
  readonly log: Log;
  readonly events: PushBus;
  readonly vault: KeyVault;
  readonly userStore: Remote<UserStore>;
  readonly userData: UserData;
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

/** Creates the services, and starts opening the connection of the last session. */
export function startServices(options: CoreOptions): CoreServices {
  const base = startBase(options);
  const { events, userStore, userData } = base;
  const requireProfile = (profileId: string): void => connections.require(profileId);
  const { ownData, saveOwnData, ...own } = startOwnData(options, base, {
    requireProfile,
    current: () => connections.current,
    viewsChanged: (profileId) => views.changed(profileId),
    countsChanged: (profileId, news) => counts.teamChanged(profileId, news),
    alertsChanged: (profileId) => alerts.teamChanged(profileId),
    mailsChanged: (profileId, names) => senders.plannedMails.changed(profileId, names),
  });
  const connections: ConnectionManager = new ConnectionManager({
    ...options,
    ...base,
    origins: new OriginGate({ ...options, userData }),
    ownData,
    saveOwnData,
    computations: COMPUTATIONS,
    records: (document, profileId) => own.documents.read(document, profileId),
    followTeam: (profileId, client) => own.team.follow(profileId, client),
    exchangeTeam: (...exchange) => own.team.exchangeClosed(...exchange),
    evaluate: (refreshed) =>
      alerts.evaluateClosed(
        watchedClosed(refreshed, options.clock.now(), senders.mail.unsent(refreshed.profileId)),
      ),
  });
  const counts = new CountService({ ...own, events, current: connections.current });
  const views: SavedViews = startViews(base, requireProfile);
  const exports: ExportService = new ExportService({ ...options, events, connections, store: userStore });
  const senders = startSenders(options, { ...base, ...own, connections, exports }, () => alerts);
  const startup = new Startup({ ...base, connections, ...senders });
  const backups = new BackupService({ ...options, store: userStore, profiles: () => connections.profiles });
  const windows = new WindowService({
    events,
    userData,
    profiles: () => startup.opened.then(() => connections.profiles),
    onFocus: (focused) => connections.current.setFocused(focused),
  });
  const parts = { ...base, ...own, ...senders, connections, views, windows };
  const alerts: AlertService = startAlerts(options, parts);
  return { ...parts, counts, alerts, exports, startup, backups };
}

const startViews = (
  { events, userStore }: Pick<CoreServices, "events" | "userStore">,
  requireProfile: ProfileAccess["requireProfile"],
): SavedViews =>
  new SavedViews({
    store: userStore,
    requireProfile,
    onChange: (changed) => events.emit("views", changed),
  });

/** The services on which all others depend. */
function startBase(
  options: CoreOptions,
): Pick<CoreServices, "vault" | "log" | "events" | "crashes" | "userStore" | "userData"> {
  const { folder, version, clock } = options;
  void keepPrivate(folder);
  const vault = new KeyVault(options.keychain);
  const secrets = (): readonly string[] => vault.secrets();
  const log = createLog(options.sink, secrets, clock);
  const crashes = new CrashReports({ folder, version, now: () => clock.now(), secrets });
  const userStore = openUserStore(path.join(folder, "user.sqlite"), clock);
  return { vault, log, events: new PushBus(), crashes, userStore, userData: new UserData(userStore) };
}

interface ProfileAccess {
  readonly requireProfile: (profileId: string) => void;
  readonly current: () => CurrentProfile;
  readonly viewsChanged: (profileId: string) => Promise<void>;
  readonly countsChanged: (profileId: string, news: TeamNews) => Promise<void>;
  readonly alertsChanged: (profileId: string) => Promise<void>;
  readonly mailsChanged: (profileId: string, names: readonly string[]) => Promise<void>;
}

/** Creates the services of the user's own data about rows. Their changes are passed to the open copy. */
function startOwnData(
  { clock }: Pick<CoreOptions, "clock">,
  { log, events, userStore }: Pick<CoreServices, "log" | "events" | "userStore">,
  access: ProfileAccess,
): Pick<CoreServices, "documents" | "team" | "itemNotes">
  & Pick<ConnectionOptions, "ownData" | "saveOwnData"> {
  const { requireProfile, current } = access;
  // A profile that is not open gets the user's data when it opens.
  const copyIfOpen = (profileId: string) => (current().isOpen(profileId) ? current().copyOf() : null);
  const onSaved = (profileId: string): void => void team.exchange(profileId);
  const base = { store: userStore, clock, requireProfile, onSaved };
  const effects: Partial<
    Record<DocumentName, (profileId: string, ids: readonly string[]) => Promise<void> | void>
  > = {
    names: async (profileId) => {
      await copyIfOpen(profileId)?.engine.updates.useNames(await rowNames(profileId));
    },
    views: access.viewsChanged,
    units: (profileId) =>
      confirmedUnits(profileId).then((units) => copyIfOpen(profileId)?.engine.updates.useUnits(units)),
    plannedMails: (profileId, ids) =>
      access
        .mailsChanged(profileId, ids)
        .catch((cause: unknown) => log.warn("a plan of mail was not saved", { cause })),
  };
  const documents: ConnectionDocuments = new ConnectionDocuments({
    ...base,
    onChange: async (profileId, document, ids) => {
      await effects[document]?.(profileId, ids);
      if (COMPUTATIONS.some(({ documents: those }) => those.includes(document)))
        copyIfOpen(profileId)?.recompute();
      events.emit("recordsChanged", { profileId, document });
    },
  });
  const team: TeamService = startTeam(base, access, { log, events, documents });
  const rowNames = async (profileId: string): Promise<RowNames> =>
    rowNamesOf(await documents.read("names", profileId));
  const confirmedUnits = async (profileId: string): Promise<Units | null> => {
    const units = await documents.readSingle("units", profileId);
    return units === null || isUnitless(units) ? null : units;
  };
  const ownData = async (profileId: string): Promise<OwnData> => ({
    names: await rowNames(profileId),
    units: await confirmedUnits(profileId),
  });
  const itemNotes = new ItemNotes({
    ...base,
    statesOf: async (profileId, ids) => {
      const store = current().storeOf(profileId);
      return store && runTask(store.reader, READ_CUSTODY_STATES, ids);
    },
    onChange: (profileId) => events.emit("recordsChanged", { profileId, document: "itemNotes" }),
  });
  return { documents, team, itemNotes, ownData, saveOwnData: sampleSaver(documents) };
}

type TeamParts = Pick<CoreServices, "log" | "events" | "documents">;

/** Creates the service of a team's records, which passes on what the team has changed. */
function startTeam(
  base: Pick<TeamServiceOptions, "store" | "clock" | "requireProfile">,
  { countsChanged, alertsChanged }: ProfileAccess,
  { log, events, documents }: TeamParts,
): TeamService {
  return new TeamService({
    ...base,
    onRecords: async (profileId, news) => {
      const { documents: changed } = news;
      await documents.changedByTeam(profileId, changed);
      // Not awaited: the service of counts may wait for this, while it shares a count.
      countsChanged(profileId, news).catch((cause: unknown) =>
        log.warn("changes of the team's counts could not be read", { cause }),
      );
      if (changed.some((document) => TEAM_ALERT_DOCUMENTS.includes(document))) await alertsChanged(profileId);
    },
    onTeam: (profileId) => events.emit("team", { profileId }),
  });
}

/** Saves what a user of the sample company would have entered by now. */
function sampleSaver(documents: ConnectionDocuments): ConnectionOptions["saveOwnData"] {
  return async (profileId, own, prepared) => {
    await documents.save(
      "names",
      profileId,
      recordsOf(new Map(own.names.map(({ id, ...name }) => [id, name]))),
    );
    await documents.save("units", profileId, [{ id: SINGLE_RECORD, value: own.units }]);
    await documents.save("limits", profileId, recordsOf(limitRecords(own.outLimits)));
    await documents.save("thresholds", profileId, recordsOf(new Map(Object.entries(own.thresholds))));
    await documents.save("priceBases", profileId, recordsOf(new Map(Object.entries(own.priceBases))));
    if (prepared) {
      const { id, count, rows, scans } = prepared;
      const records = new CountRecords(documents);
      await records.saveLists(profileId, id, { expected: rows });
      await records.saveScans(profileId, id, new Map(scans.map((scan, at) => [at + 1, scan])));
      await records.saveCount(profileId, id, count);
    }
  };
}

const recordsOf = <T>(records: ReadonlyMap<string, T>) => [...records].map(([id, value]) => ({ id, value }));

interface AlertParts {
  readonly log: Log;
  readonly events: PushBus;
  readonly userStore: Remote<UserStore>;
  readonly userData: UserData;
  readonly connections: ConnectionManager;
  readonly documents: ConnectionDocuments;
  readonly team: TeamService;
  readonly views: SavedViews;
  readonly windows: WindowService;
  readonly mail: MailService;
}

/** Evaluates the rules after each refresh, once the stock is counted. */
function startAlerts(options: CoreOptions, parts: AlertParts): AlertService {
  const { log, events, userStore, userData, connections, views } = parts;
  const { current } = connections;
  const alerts = new AlertService({
    clock: options.clock,
    log,
    store: userStore,
    team: parts.team,
    requireProfile: (profileId) => connections.require(profileId),
    current: () => watched(current, parts.mail),
    views: (profileId) => views.list(profileId),
    limits: async (profileId) => outLimitsOf(await parts.documents.read("limits", profileId)),
    settings: () => readAlertSettings(userData),
    show: (notice) => void notify(options, parts, notice),
    onAlerts: (profileId, counts) => events.emit("alerts", { profileId, ...counts }),
    onRules: (profileId) => events.emit("alertRules", { profileId }),
  });
  events.on("history", ({ profileId }) => void alerts.monitor.evaluate(profileId));
  // Each opened copy gets its key: at the start, after a switch, and after local data were deleted.
  const copyOpened = (): void => {
    const profileId = current.connection?.profileId;
    if (profileId) void alerts.copyOpened(profileId);
  };
  events.on("connection", copyOpened);
  events.on("switched", () => {
    copyOpened();
    // A copy that has the earlier alerts notifies only of new ones.
    const profileId = current.connection?.profileId;
    if (profileId) void alerts.teamChanged(profileId);
  });
  // A deleted view changes the state of its rules.
  events.on("views", ({ profileId }) => events.emit("alertRules", { profileId }));
  return alerts;
}

/** The parts of the open connection that alerts need. */
function watched(current: CurrentProfile, mail: MailService): WatchedConnection | null {
  const { connection, status } = current;
  if (!connection || !current.isOpen(connection.profileId)) return null;
  const { profileId, key, keychainProblem } = connection;
  const store = current.storeOf(profileId);
  if (!store) return null;
  const refused = refusedKey(status);
  // If the user removed the key, no alert is needed; if the keychain no longer returns it, one is.
  const keyError = refused ?? (key === "none" && keychainProblem !== null ? "no_key" : null);
  return {
    profileId,
    store,
    status,
    serviceNow: current.serviceNow(),
    keyError,
    unsent: mail.unsent(profileId),
  };
}

/** The parts of a closed connection that alerts need after its refresh. */
function watchedClosed(
  { profileId, copy: { store, engine } }: RefreshedCopy,
  now: number,
  unsent: number,
): WatchedConnection {
  const { status } = engine;
  const keyError = refusedKey(status);
  return { profileId, store, status, serviceNow: serviceTime(status, now), keyError, unsent };
}

/** The service's refusal of the key; null without one. */
const refusedKey = ({ state }: Pick<SyncStatus, "state">): "unauthorized" | "forbidden" | null =>
  state === "unauthorized" || state === "forbidden" ? state : null;

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
