import path from "node:path";
import type { KeyVault } from "../../base/keychain/key-vault.ts";
import type { Log } from "../../base/log.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { AlertService } from "../../features/alerts/alert-service.ts";
import { alertDigest } from "../../features/alerts/digest/alert-digest.ts";
import { readActiveAlerts } from "../../features/alerts/digest/read-active.ts";
import type { ConnectionManager } from "../../features/connections/connection-manager.ts";
import type { ExportService } from "../../features/exports/export-service.ts";
import { MailService } from "../../delivery/mail/mail-service.ts";
import { PlannedMails } from "../../delivery/planned/planned-mails.ts";
import { overviewMail } from "../../features/overview/overview-mail.ts";
import { SheetPrinting } from "../../features/overview/sheet-printing.ts";
import { ExportSchedules } from "../../features/schedules/export-schedules.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import type { UserStore } from "./user-store.ts";
import type { CoreHooks } from "./core-hooks.ts";
import type { CoreOptions } from "./core-options.ts";

/** The services that the senders need. */
interface SenderBase {
  readonly log: Log;
  readonly events: PushBus;
  readonly vault: KeyVault;
  readonly userStore: Remote<UserStore>;
  readonly documents: ConnectionDocuments;
  readonly connections: ConnectionManager;
}

/** The services that send planned mail, and the printing of sheets. */
export interface Senders {
  readonly schedules: ExportSchedules;
  readonly plannedMails: PlannedMails;
  /** The printing of sheets; null if the host cannot print. */
  readonly printing: SheetPrinting | null;
}

interface SenderParts extends SenderBase {
  readonly exports: ExportService;
  readonly mail: MailService;
  readonly alerts: AlertService;
}

/** Creates the services that send planned mail. They follow the plans and the states of messages. */
export function startSenders(
  options: CoreOptions,
  parts: SenderParts,
  { mailed, records }: Pick<CoreHooks, "mailed" | "records">,
): Senders {
  const schedules = startSchedules(options, parts);
  const { clock, printSheet: print } = options;
  const printing = print ? new SheetPrinting({ clock, events: parts.events, print }) : null;
  const plannedMails = startPlannedMails(options, parts, printing);
  mailed.add((source) => {
    schedules.mailed(source);
    plannedMails.mailed(source);
  });
  records.add(async (connectionId, document, ids) => {
    if (document !== "plannedMails") return;
    await plannedMails
      .changed(connectionId, ids)
      .catch((cause: unknown) => parts.log.warn("a plan of mail was not saved", { cause }));
  });
  return { schedules, plannedMails, printing };
}

/** Creates the service of messages that connections send at planned times. */
function startPlannedMails(
  options: CoreOptions,
  parts: SenderParts,
  printing: SheetPrinting | null,
): PlannedMails {
  const { log, events, documents, connections, userStore, mail, alerts } = parts;
  const { current } = connections;
  const plannedMails = new PlannedMails({
    ...options,
    log,
    store: userStore,
    mail,
    // The kinds have the order of the settings.
    kinds: [
      alertDigest(async (connectionId, since) =>
        readActiveAlerts(
          dataFolder(path.join(options.folder, "profiles", connectionId)).inventory,
          await alerts.ruleIds(connectionId),
          since,
        ),
      ),
      overviewMail({
        events,
        mail,
        printing,
        statusOf: (connectionId) => (current.isOpen(connectionId) ? current.status : null),
      }),
    ],
    connections: () => connections.list.connections,
    plans: (connectionId) => documents.read("plannedMails", connectionId),
    onMailPlanned: (connectionId) => addMailRule(log, alerts, connectionId),
    onChange: (connectionId) => events.emit("plannedMails", { connectionId }),
  });
  events.on("connections", () => void plannedMails.connectionsChanged());
  return plannedMails;
}

/**
 * Creates the service of mail. @param onMailed called with the source of a message when the message's state changed.
 */
export function startMail(
  options: CoreOptions,
  base: SenderBase,
  onMailed: (source: string) => Promise<void>,
): MailService {
  const { events, userStore } = base;
  return new MailService({
    ...options,
    ...base,
    store: userStore,
    onState: (state) => events.emit("mail", state),
    onMailed: ({ source }) => void onMailed(source),
  });
}

/** Adds the rule about mail after a call. If this fails, the call itself is not affected. */
function addMailRule(log: Log, alerts: AlertService, connectionId: string): void {
  alerts
    .addMailRule(connectionId)
    .catch((cause: unknown) => log.warn("a rule about mail was not added", { cause }));
}

function startSchedules(options: CoreOptions, parts: SenderParts): ExportSchedules {
  const { log, events, connections, userStore, exports, mail, alerts } = parts;
  const ids = (): string[] => connections.list.connections.map(({ connectionId }) => connectionId);
  const schedules = new ExportSchedules({
    ...options,
    log,
    connections: {
      ids,
      nameOf: (connectionId) =>
        connections.list.connections.find((connection) => connection.connectionId === connectionId)?.name
        ?? "",
      require: (connectionId) => connections.require(connectionId),
      isOpen: (connectionId) => connections.current.isOpen(connectionId),
    },
    store: userStore,
    runner: exports,
    mail,
    onMailPlanned: (connectionId) => addMailRule(log, alerts, connectionId),
    onChange: (changed) => events.emit("schedules", changed),
  });
  events.on("connections", () => {
    schedules.connectionsChanged();
    mail.connectionsChanged(new Set(ids()));
  });
  events.on("views", () => schedules.viewsChanged());
  return schedules;
}
