import { WINDOW_ERRORS } from "./messages.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { ConnectionList } from "../../../shared/inventory/connections.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import type { WINDOW_CALLS } from "../../../shared/features/windows/windows.ts";
import {
  MAX_WINDOWS,
  tableStateName,
  windowStatePrefix,
} from "../../../shared/features/windows/window-names.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import { AsyncLocalStorage } from "node:async_hooks";

/** The numbers of the open windows, in the order of their last use. */
export class WindowRegistry {
  readonly #windows = new Set<number>();

  get numbers(): readonly number[] {
    return [...this.#windows];
  }

  /** Gives a new window the lowest free number. @throws AppFailure `invalid_input` if there are too many. */
  open(): number {
    for (let number = 1; number <= MAX_WINDOWS; number += 1) {
      if (this.#windows.has(number)) continue;
      this.#windows.add(number);
      return number;
    }
    throw invalidInput(WINDOW_ERRORS.tooMany({ most: String(MAX_WINDOWS) }));
  }

  /** Registers a window that already has its number. */
  reopen(window: number): void {
    this.#windows.delete(window);
    this.#windows.add(window);
  }

  /** Notes that the user is working in a window. */
  use(window: number): void {
    if (this.#windows.has(window)) this.reopen(window);
  }

  close(window: number): void {
    this.#windows.delete(window);
  }

  /** The caller's window if it is open, else the window used last; null if no window is open. */
  current(caller: number | undefined): number | null {
    return caller !== undefined && this.#windows.has(caller) ? caller : (this.numbers.at(-1) ?? null);
  }
}

const caller = new AsyncLocalStorage<number | undefined>();

/** Runs a call for a window. Code that runs in this call can find the number of the window. */
export function runForCaller<T>(window: number | undefined, work: () => T): T {
  return caller.run(window, work);
}

/** The number of the window whose page made the call; undefined if no page did. */
export function callerWindow(): number | undefined {
  return caller.getStore();
}

/** The windows of a host. `caller` is the number of the window whose page calls; undefined if no page does. */
export interface HostWindows {
  /** Opens a window at a route. @throws AppFailure `invalid_input` if too many windows are open. */
  open(route: string, caller: number | undefined): Promise<number>;
  /** Brings the window used last to the front, and returns its number; null if no window is open. */
  showLast(): number | null;
}

interface WindowServiceOptions {
  readonly events: PushBus;
  readonly userData: UserData;
  /** Resolves with all connections once they are loaded. */
  readonly connections: () => Promise<ConnectionList>;
  /** Called when the focus changes. @param focused whether any window has the focus. */
  onFocus(focused: boolean): void;
}

/** Opens windows, and stores the state of each window. */
export class WindowService {
  readonly #options: WindowServiceOptions;
  readonly #focused = new Set<number | undefined>();
  #host: HostWindows | null = null;

  readonly handlers: HandlersOf<typeof WINDOW_CALLS> = {
    reportFocus: ({ focused }) => {
      if (focused) this.#focused.add(callerWindow());
      else this.#focused.delete(callerWindow());
      this.#options.onFocus(this.#focused.size > 0);
    },
    openWindow: async ({ route }) => ({ opened: await this.#windows().open(route, callerWindow()) }),
  };

  constructor(options: WindowServiceOptions) {
    this.#options = options;
  }

  /** The host calls this method once it can open windows. */
  useHost(host: HostWindows): void {
    this.#host = host;
  }

  /** Shows a route in the window used last, or in a new window. Null keeps the present route. */
  async showRoute(route: string | null): Promise<void> {
    const windows = this.#windows();
    const shown = windows.showLast();
    if (shown === null) await windows.open(route ?? "/overview", undefined);
    else if (route !== null) this.#options.events.emit("goTo", { route }, shown);
  }

  /** The host calls this method after a window was closed. A closed window no longer has the focus. */
  close(window: number): void {
    if (this.#focused.delete(window)) this.#options.onFocus(this.#focused.size > 0);
  }

  /**
   * Copies the state of the tables from one window to another, in every connection. @param from null for the initial
   * state.
   */
  async copyTables(from: number | null, to: number): Promise<void> {
    const { userData, connections } = this.#options;
    for (const { connectionId } of (await connections()).connections) {
      for (const resource of RESOURCES) {
        const value =
          from === null ? null : await userData.uiState(tableStateName(from, resource), connectionId);
        await userData.saveUiState(tableStateName(to, resource), value, connectionId);
      }
    }
  }

  /** Deletes the saved state of a window's tables, in every connection. */
  async forgetTables(window: number): Promise<void> {
    const { userData, connections } = this.#options;
    for (const { connectionId } of (await connections()).connections) {
      if (window === 1) {
        for (const resource of RESOURCES)
          await userData.saveUiState(tableStateName(window, resource), null, connectionId);
      } else await userData.forgetUiStates(windowStatePrefix(window), connectionId);
    }
  }

  /** Deletes the saved tables of all other windows. They may be left over if the app ended unexpectedly. */
  async keepTables(windows: readonly number[]): Promise<void> {
    for (let number = 1; number <= MAX_WINDOWS; number += 1)
      if (!windows.includes(number)) await this.forgetTables(number);
  }

  #windows(): HostWindows {
    if (this.#host) return this.#host;
    throw invalidInput(WINDOW_ERRORS.notHere);
  }
}
