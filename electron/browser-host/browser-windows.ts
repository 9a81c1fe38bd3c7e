import type { AppCore } from "../app/app-core.ts";
import { WindowRegistry, type WindowContent } from "../app/windows/window-registry.ts";
import type { HostWindows } from "../app/windows/window-service.ts";
import type { Query } from "../../shared/query/query.ts";
import type { RecordKey } from "../../shared/contract/window-names.ts";

/** Ms that a number is kept for a tab that a page is about to open. */
const PROMISED = 30_000;

/**
 * The tabs of a browser as windows: each has its number in its address. The host gives numbers and the tables that
 * belong to them; a page opens the tab itself. A closed tab looks like one that reloads, so that what it
 * remembered stays until its number is given to another.
 */
export class BrowserWindows implements HostWindows {
  readonly #core: AppCore;
  readonly #registry = new WindowRegistry();
  /** Which tab has a number now, by the name that it gave itself. */
  readonly #tabs = new Map<number, string>();
  /** What a number was last opened for, and what its tab went on to. */
  readonly #contents = new Map<number, WindowContent>();

  constructor(core: AppCore) {
    this.#core = core;
  }

  /**
   * A tab is there, or there again. One whose number another tab has, for it is a copy of that, gets a number of its
   * own, with the same tables.
   * @returns its number. @throws AppFailure `invalid_input` where there are too many.
   */
  async connect(wanted: number, tab: string): Promise<number> {
    const content = this.#contents.get(wanted) ?? { kind: "tables" };
    const owner = this.#tabs.get(wanted);
    if (owner === undefined || owner === tab) {
      this.#tabs.set(wanted, tab);
      this.#registry.reopen(wanted, content);
      return wanted;
    }
    const number = this.#take(content);
    this.#tabs.set(number, tab);
    await this.#core.windows.copyTables(wanted, number);
    return number;
  }

  /** A tab is gone, or its connection is. */
  disconnect(number: number, tab: string): void {
    if (this.#tabs.get(number) !== tab) return;
    this.#tabs.delete(number);
    this.#registry.close(number);
    this.#core.windows.close(number);
  }

  async open(_route: string, caller: number | undefined): Promise<number> {
    const from = this.#registry.tablesOf(caller);
    const number = this.#promise({ kind: "tables" });
    await this.#core.windows.copyTables(from, number);
    return number;
  }

  openRecord(record: RecordKey, listContext: Query | null, caller: number | undefined): number | null {
    if (this.#registry.findRecord(record) !== null) return null;
    return this.#promise({ kind: "record", record, listContext, opener: this.#registry.tablesOf(caller) });
  }

  showRecord(id: string, caller: number | undefined): void {
    const content = caller === undefined ? null : this.#registry.showRecord(caller, id);
    if (caller !== undefined && content) this.#contents.set(caller, content);
  }

  showTables(caller: number | undefined): number | null {
    const number = this.#registry.tablesOf(caller);
    return number !== null && this.#tabs.has(number) ? number : null;
  }

  #take(content: WindowContent): number {
    const number = this.#registry.open(content);
    this.#contents.set(number, content);
    return number;
  }

  #promise(content: WindowContent): number {
    const number = this.#take(content);
    setTimeout(() => {
      // The browser may not have opened it.
      if (!this.#tabs.has(number)) this.#registry.close(number);
    }, PROMISED).unref();
    return number;
  }
}
