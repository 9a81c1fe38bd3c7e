import type { Sentence } from "../../../shared/base/text/texts.ts";
import { CORE_ERRORS } from "./messages.ts";
import path from "node:path";
import { toAppError, type AppError, said } from "../../../shared/base/errors.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/inventory/settings.ts";
import { storeError } from "../../store/database/store-error.ts";
import type { Log } from "../../base/log.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import type { PlannedMails } from "../../delivery/planned/planned-mails.ts";
import type { ExportSchedules } from "../../features/schedules/export-schedules.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { UserStore } from "./user-store.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { ConnectionManager } from "../../features/connections/connection-manager.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

interface StartupParts {
  readonly log: Log;
  readonly events: PushBus;
  readonly userData: UserData;
  readonly userStore: Remote<UserStore>;
  readonly connections: ConnectionManager;
  readonly schedules: ExportSchedules;
  readonly mail: MailService;
  readonly plannedMails: PlannedMails;
}

/** Opens the connection of the last session, and keeps the settings and the notice. */
export class Startup {
  /** Resolves when everything is open, or has failed to open. */
  readonly opened: Promise<void>;
  readonly #parts: StartupParts;
  #settings: Settings = DEFAULT_SETTINGS;
  #notice: AppError | null = null;
  #isFirst = true;

  constructor(parts: StartupParts) {
    this.#parts = parts;
    this.opened = this.#open();
  }

  /** The current settings. */
  get settings(): Settings {
    return this.#settings;
  }

  /** The problem with local data; null if there is none. */
  get notice(): AppError | null {
    return this.#notice;
  }

  /** Saves the settings. @throws AppFailure of kind `store`; the former settings then still apply. */
  async saveSettings(next: Settings): Promise<Settings> {
    const { userData, connections, events } = this.#parts;
    await this.opened;
    await userData.saveSettings(next);
    this.#settings = next;
    connections.current.setSettings(next);
    connections.background.setSettings(next);
    events.emit("settings", next);
    return next;
  }

  /** Opens everything again with the user database after a restore. If this fails, the error becomes the notice. */
  async reopen(): Promise<void> {
    const { connections, events } = this.#parts;
    await connections.background.stop();
    await connections.current.leave();
    this.#notice = null;
    await this.#open();
    events.emit("settings", this.#settings);
  }

  async #open(): Promise<void> {
    const { log, userData, userStore, connections, schedules, mail, plannedMails } = this.#parts;
    try {
      const reading = Promise.all([userData.settings(), userStore.setAside(), connections.load()]);
      const [saved, setAside] = await reading;
      this.#settings = saved;
      if (setAside && this.#isFirst)
        this.#notice = damaged(CORE_ERRORS.settingsDamaged({ file: path.basename(setAside) }));
      this.#isFirst = false;
      connections.background.setSettings(saved);
      const setAsideInventory = await connections.restore(saved);
      if (setAsideInventory)
        this.#notice = damaged(CORE_ERRORS.copyDamaged({ file: path.basename(setAsideInventory) }));
    } catch (thrown) {
      const notice = toAppError(thrown);
      this.#notice = notice;
      log.warn("opening failed", { kind: notice.kind, reason: notice.reason, cause: thrown });
    }
    connections.background.start();
    // Messages are loaded first, because a run that is due now adds a message.
    await mail.load().catch((cause: unknown) => log.warn("no messages could be read", { cause }));
    // The schedules of other connections must run even if the copy of one connection could not be opened.
    const senders = { "planned mail": plannedMails, schedules };
    const loads = Object.entries(senders).map(async ([name, sender]) => {
      await sender.load().catch((cause: unknown) => {
        log.warn(`no ${name} could be read`, { cause });
        throw cause;
      });
    });
    const loaded = await Promise.allSettled(loads);
    if (loaded.some(({ status }) => status === "rejected")) return;
    await mail
      .keepOnly(new Set([...plannedMails.sources(), ...schedules.mailing()]))
      .catch((cause: unknown) => log.warn("old messages could not be forgotten", { cause }));
  }
}

function damaged(sentence: Sentence): AppError {
  const { kind, reason } = storeError("corrupt");
  return { kind, ...(reason ? { reason } : {}), ...said(sentence) };
}
