import { systemClock } from "../../base/clock.ts";
import type { AppCore } from "../core/app-core.ts";
import { WindowRegistry, type HostWindows } from "../../features/windows/window-service.ts";

/** Ms for which a number is reserved for a tab that is being opened. */
const PROMISED = 30_000;

/**
 * Manages the tabs of a browser as windows, each with its number in its address. The host assigns numbers and tables;
 * the page opens the tab itself. A closed tab cannot be distinguished from a tab that reloads. So its saved state is
 * kept until another tab gets its number.
 */
export class BrowserWindows implements HostWindows {
  readonly #core: AppCore;
  readonly #registry = new WindowRegistry();
  /** The name of the tab that now has each number. */
  readonly #tabs = new Map<number, string>();

  constructor(core: AppCore) {
    this.#core = core;
  }

  /**
   * Registers a new or reloaded tab. If another tab already has its number, the tab is a copy, and gets a new number
   * and copies of the tables.
   * @returns the number of the tab.
   * @throws AppFailure `invalid_input` if there are too many tabs.
   */
  async connect(wanted: number, tab: string): Promise<number> {
    const owner = this.#tabs.get(wanted);
    if (owner === undefined || owner === tab) {
      this.#tabs.set(wanted, tab);
      this.#registry.reopen(wanted);
      return wanted;
    }
    const number = this.#registry.open();
    this.#tabs.set(number, tab);
    await this.#core.windows.copyTables(wanted, number);
    return number;
  }

  /** Called when a tab or its connection has closed. */
  disconnect(number: number, tab: string): void {
    if (this.#tabs.get(number) !== tab) return;
    this.#tabs.delete(number);
    this.#registry.close(number);
    this.#core.windows.close(number);
  }

  async open(_route: string, caller: number | undefined): Promise<number> {
    const from = this.#registry.current(caller);
    const number = this.#promise();
    await this.#core.windows.copyTables(from, number);
    return number;
  }

  showLast(): number | null {
    const number = this.#registry.current(undefined);
    return number !== null && this.#tabs.has(number) ? number : null;
  }

  #promise(): number {
    const number = this.#registry.open();
    systemClock.after(PROMISED, () => {
      // The browser may not have opened the promised tab.
      if (!this.#tabs.has(number)) this.#registry.close(number);
    });
    return number;
  }
}
