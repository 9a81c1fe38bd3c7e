import type { AppCore } from "../app/app-core.ts";
import { WindowBook, type WindowContent } from "../app/windows/window-book.ts";
import type { HostWindows } from "../app/windows/window-desk.ts";
import type { Query } from "../../shared/query/query.ts";
import type { RecordKey } from "../../shared/contract/window-names.ts";

/** Ms that a number is kept for a tab that a page is about to open. */
const PROMISED = 30_000;

/**
 * The tabs of a browser as windows: each has its number in its address. The host gives numbers and the tables that
 * belong to them; a page opens the tab itself. A closed tab looks like one that is loaded anew, so that what it
 * remembered stays until its number is given to another.
 */
export class BrowserWindows implements HostWindows {
  readonly #core: AppCore;
  readonly #book = new WindowBook();
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
      this.#book.reopen(wanted, content);
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
    this.#book.close(number);
    this.#core.windows.close(number);
  }

  async open(_route: string, asking: number | undefined): Promise<number> {
    const from = this.#book.tablesOf(asking);
    const number = this.#promise({ kind: "tables" });
    await this.#core.windows.copyTables(from, number);
    return number;
  }

  openRecord(record: RecordKey, among: Query | null, asking: number | undefined): number | null {
    if (this.#book.findRecord(record) !== null) return null;
    return this.#promise({ kind: "record", record, among, opener: this.#book.tablesOf(asking) });
  }

  showRecord(id: string, asking: number | undefined): void {
    const content = asking === undefined ? null : this.#book.showRecord(asking, id);
    if (asking !== undefined && content) this.#contents.set(asking, content);
  }

  showTables(asking: number | undefined): number | null {
    const number = this.#book.tablesOf(asking);
    return number !== null && this.#tabs.has(number) ? number : null;
  }

  #take(content: WindowContent): number {
    const number = this.#book.open(content);
    this.#contents.set(number, content);
    return number;
  }

  #promise(content: WindowContent): number {
    const number = this.#take(content);
    setTimeout(() => {
      // The browser may not have opened it.
      if (!this.#tabs.has(number)) this.#book.close(number);
    }, PROMISED).unref();
    return number;
  }
}
