import type { Handlers } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/domain/errors.ts";
import type { ProfileList } from "../../../shared/domain/profiles.ts";
import type { Query } from "../../../shared/query/query.ts";
import { RESOURCES } from "../../../shared/domain/resource-names.ts";
import type { WINDOW_CALLS } from "../../../shared/contract/windows.ts";
import type { RecordKey } from "../../../shared/contract/window-names.ts";
import {
  fitsRoute,
  MAX_WINDOWS,
  tableStateName,
  windowStatePrefix,
} from "../../../shared/contract/window-names.ts";
import type { EventBus } from "../event-bus.ts";
import type { UserData } from "../user-data.ts";
import { callerWindow } from "./caller.ts";

/** How a host opens windows. `caller` is the window whose page calls; undefined where none does. */
export interface HostWindows {
  /** Opens a window of tables at a route. @throws AppFailure `invalid_input` where there are too many. */
  open(route: string, caller: number | undefined): Promise<number>;
  /**
   * Opens a record's own window; null where it was open and comes to the front.
   * @param listContext the query of the table that it goes through; null for none.
   */
  openRecord(record: RecordKey, listContext: Query | null, caller: number | undefined): number | null;
  /** The caller, where it is a record's own, went on to the record of that id. */
  showRecord(id: string, caller: number | undefined): void;
  /** Brings the window of tables that stands behind the caller to the front; null if there is none. */
  showTables(caller: number | undefined): number | null;
}

interface WindowServiceOptions {
  readonly events: EventBus;
  readonly userData: UserData;
  /** Every profile, once they are known. */
  readonly profiles: () => Promise<ProfileList>;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
  /** Called with whether any window has the focus. */
  onFocus(focused: boolean): void;
}

/** What several windows have of their own, and how they are opened. */
export class WindowService {
  readonly #options: WindowServiceOptions;
  readonly #focused = new Set<number | undefined>();
  #host: HostWindows | null = null;

  readonly handlers: Pick<Handlers, keyof typeof WINDOW_CALLS | "reportFocus"> = {
    reportFocus: ({ focused }) => {
      if (focused) this.#focused.add(callerWindow());
      else this.#focused.delete(callerWindow());
      this.#options.onFocus(this.#focused.size > 0);
    },
    openWindow: async ({ route }) => ({ opened: await this.#windows().open(route, callerWindow()) }),
    openRecordWindow: async ({ listContext, ...record }) => {
      const windows = this.#windows();
      await this.#options.profiles();
      this.#options.requireProfile(record.profileId);
      const known = listContext && fitsRoute(record, listContext) ? listContext : null;
      return { opened: windows.openRecord(record, known, callerWindow()) };
    },
    showRecord: ({ id }) => this.#host?.showRecord(id, callerWindow()),
    showInTables: async (wanted) => {
      const shown = this.#windows().showTables(callerWindow());
      if (shown === null) {
        const route = "route" in wanted ? wanted.route : "/items";
        return { opened: await this.#windows().open(route, callerWindow()) };
      }
      if ("route" in wanted) this.#options.events.emit("goTo", wanted, shown);
      else this.#options.events.emit("command", { name: wanted.command }, shown);
      return { opened: null };
    },
  };

  constructor(options: WindowServiceOptions) {
    this.#options = options;
  }

  /** The host calls this once it can open windows. */
  useHost(host: HostWindows): void {
    this.#host = host;
  }

  /** Brings a window of tables to the front, or opens one, and shows a route there; null shows what is there. */
  async showRoute(route: string | null): Promise<void> {
    const windows = this.#windows();
    const shown = windows.showTables(undefined);
    if (shown === null) await windows.open(route ?? "/overview", undefined);
    else if (route !== null) this.#options.events.emit("goTo", { route }, shown);
  }

  /** The host calls this when a window has closed, which also loses the focus. */
  close(window: number): void {
    if (this.#focused.delete(window)) this.#options.onFocus(this.#focused.size > 0);
  }

  /** Gives a window's tables the state of another one's, in every profile; one that is null begins afresh. */
  async copyTables(from: number | null, to: number): Promise<void> {
    const { userData, profiles } = this.#options;
    for (const { profileId } of (await profiles()).profiles) {
      for (const resource of RESOURCES) {
        const value =
          from === null ? null : await userData.uiState(tableStateName(from, resource), profileId);
        await userData.saveUiState(tableStateName(to, resource), value, profileId);
      }
    }
  }

  /** Forgets what a window's tables remembered, in every profile. */
  async forgetTables(window: number): Promise<void> {
    const { userData, profiles } = this.#options;
    for (const { profileId } of (await profiles()).profiles) {
      if (window === 1) {
        for (const resource of RESOURCES)
          await userData.saveUiState(tableStateName(window, resource), null, profileId);
      } else await userData.forgetUiStates(windowStatePrefix(window), profileId);
    }
  }

  /** Forgets the tables of every window but those: what an earlier end of the app left behind. */
  async keepTables(windows: readonly number[]): Promise<void> {
    for (let number = 1; number <= MAX_WINDOWS; number += 1)
      if (!windows.includes(number)) await this.forgetTables(number);
  }

  #windows(): HostWindows {
    if (this.#host) return this.#host;
    throw invalidInput("This host of Stockdeck opens no windows.");
  }
}
