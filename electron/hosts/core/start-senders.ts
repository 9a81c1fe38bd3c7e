import path from "node:path";
import type { PushPayload } from "../../../shared/contract/contract.ts";
import type { KeyVault } from "../../base/keychain/key-vault.ts";
import type { Log } from "../../base/log.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { AlertService } from "../../features/alerts/alert-service.ts";
import { alertDigests, type AlertDigests } from "../../features/alerts/digest/alert-digests.ts";
import { readActiveAlerts } from "../../features/alerts/digest/read-active.ts";
import type { ConnectionManager } from "../../features/connections/connection-manager.ts";
import type { ExportService } from "../../features/exports/export-service.ts";
import { MailService } from "../../delivery/mail/mail-service.ts";
import { OverviewMails } from "../../features/overview/overview-mails.ts";
import { ExportSchedules } from "../../features/schedules/export-schedules.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import type { UserStore } from "./user-store.ts";
import type { CoreOptions } from "./core-options.ts";

/** The services that senders use. */
interface SenderBase {
  readonly log: Log;
  readonly events: PushBus;
  readonly vault: KeyVault;
  readonly userStore: Remote<UserStore>;
  readonly documents: ConnectionDocuments;
  readonly connections: ConnectionManager;
  readonly exports: ExportService;
}

/** Mail, and the services that send it by the clock. */
export interface Senders {
  readonly mail: MailService;
  readonly schedules: ExportSchedules;
  readonly digests: AlertDigests;
  readonly overviews: OverviewMails;
}

type SenderParts = SenderBase & Pick<Senders, "mail">;

/** Creates mail, and the services that send it by the clock. */
export function startSenders(options: CoreOptions, parts: SenderBase, alerts: () => AlertService): Senders {
  const mail: MailService = startMail(options, parts, (source) => {
    schedules.mailed(source);
    digests.mailed(source);
    overviews.planned.mailed(source);
    void alerts().monitor.look();
  });
  const schedules: ExportSchedules = startSchedules(options, { ...parts, mail }, alerts);
  const digests: AlertDigests = startDigests(options, { ...parts, mail }, alerts);
  const overviews: OverviewMails = startOverviewMails(options, { ...parts, mail }, alerts);
  return { mail, schedules, digests, overviews };
}

/** The parts of each service that sends planned mail of connections. */
const plannedParts = (
  { clock }: CoreOptions,
  { log, userStore, connections, mail }: SenderParts,
  alerts: () => AlertService,
) => ({
  clock,
  log,
  store: userStore,
  mail,
  profiles: () => connections.profiles.profiles,
  onMailPlanned: (profileId: string) => addMailRule(log, alerts(), profileId),
});

/** Lets a service use the plans that users save. */
function followPlans(
  { log, events }: SenderParts,
  wanted: "alertDigest" | "overviewMail",
  sender: { changed(profileId: string): Promise<void> },
): void {
  events.subscribe((name, payload) => {
    if (name !== "recordsChanged") return;
    const { document, profileId } = payload as PushPayload<"recordsChanged">;
    if (document === wanted)
      sender
        .changed(profileId)
        .catch((cause: unknown) => log.warn("a plan of mail was not saved", { cause }));
  });
}

/** Creates the digests of alerts. */
function startDigests(options: CoreOptions, parts: SenderParts, alerts: () => AlertService): AlertDigests {
  const { events, documents } = parts;
  const digests = alertDigests({
    ...plannedParts(options, parts, alerts),
    plan: (profileId) => documents.readSingle("alertDigest", profileId),
    activeAlerts: async (profileId, since) =>
      readActiveAlerts(
        dataFolder(path.join(options.folder, "profiles", profileId)).inventory,
        await alerts().ruleIds(profileId),
        since,
      ),
    onChange: (profileId) => events.emit("alertDigest", { profileId }),
  });
  followPlans(parts, "alertDigest", digests);
  return digests;
}

/** Creates the overviews by mail. */
function startOverviewMails(
  options: CoreOptions,
  parts: SenderParts,
  alerts: () => AlertService,
): OverviewMails {
  const { events, documents, connections, mail } = parts;
  const { current } = connections;
  const overviews = new OverviewMails({
    ...plannedParts(options, parts, alerts),
    folder: options.folder,
    events,
    mail,
    plan: (profileId) => documents.readSingle("overviewMail", profileId),
    print: options.printSheet,
    statusOf: (profileId) => (current.isOpen(profileId) ? current.status : null),
    onChange: (profileId) => events.emit("overviewMail", { profileId }),
  });
  followPlans(parts, "overviewMail", overviews.planned);
  events.subscribe((name) => {
    if (name === "profiles") void overviews.profilesChanged();
  });
  return overviews;
}

/** Creates the service of mail. @param onMailed called with a message's source when its state has changed. */
function startMail(options: CoreOptions, base: SenderBase, onMailed: (source: string) => void): MailService {
  const { events, userStore } = base;
  return new MailService({
    ...options,
    ...base,
    store: userStore,
    onState: (state) => events.emit("mail", state),
    onMailed: ({ source }) => onMailed(source),
  });
}

/** Adds the rule about mail behind a call, which does not fail because of it. */
function addMailRule(log: Log, alerts: AlertService, profileId: string): void {
  alerts
    .addMailRule(profileId)
    .catch((cause: unknown) => log.warn("a rule about mail was not added", { cause }));
}

function startSchedules(
  options: CoreOptions,
  parts: SenderParts,
  alerts: () => AlertService,
): ExportSchedules {
  const { log, events, connections, userStore, exports, mail } = parts;
  const ids = (): string[] => connections.profiles.profiles.map(({ profileId }) => profileId);
  const schedules = new ExportSchedules({
    ...options,
    log,
    profiles: {
      ids,
      nameOf: (profileId) =>
        connections.profiles.profiles.find((profile) => profile.profileId === profileId)?.name ?? "",
      require: (profileId) => connections.require(profileId),
      isOpen: (profileId) => connections.current.isOpen(profileId),
    },
    store: userStore,
    runner: exports,
    mail,
    onMailPlanned: (profileId) => addMailRule(log, alerts(), profileId),
    onChange: (changed) => events.emit("schedules", changed),
  });
  events.subscribe((name) => {
    if (name === "profiles") schedules.profilesChanged();
    if (name === "profiles") mail.profilesChanged(new Set(ids()));
    if (name === "views") schedules.viewsChanged();
  });
  return schedules;
}
