import { invalidInput } from "../../../shared/domain/errors.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { RecordKey } from "../../../shared/contract/window-names.ts";
import { MAX_WINDOWS } from "../../../shared/contract/window-names.ts";

/** What a window is for: tables and all other screens, or one record. */
export type WindowContent =
  | { readonly kind: "tables" }
  | {
      readonly kind: "record";
      /** The one that it shows now. */
      readonly record: RecordKey;
      /** The query of the table that it goes through; null where it was opened from none. */
      readonly listContext: Query | null;
      /** The window of tables that it was opened from. */
      readonly opener: number | null;
    };

/** Which windows are open, by number, in the order in which they were last used. */
export class WindowRegistry {
  readonly #windows = new Map<number, WindowContent>();

  /** The numbers, the one that was used last at the end. */
  get numbers(): readonly number[] {
    return [...this.#windows.keys()];
  }

  contentOf(window: number): WindowContent | null {
    return this.#windows.get(window) ?? null;
  }

  /** Gives a new window the lowest free number. @throws AppFailure `invalid_input` where there are too many. */
  open(content: WindowContent): number {
    for (let number = 1; number <= MAX_WINDOWS; number += 1) {
      if (this.#windows.has(number)) continue;
      this.#windows.set(number, content);
      return number;
    }
    const message = `${MAX_WINDOWS} windows are open, which is as many as Stockdeck opens. Close one first.`;
    throw invalidInput(message);
  }

  /** A window that has its number already. */
  reopen(window: number, content: WindowContent): void {
    this.#windows.delete(window);
    this.#windows.set(window, content);
  }

  /** The user works in that window now. */
  use(window: number): void {
    const content = this.#windows.get(window);
    if (content) this.reopen(window, content);
  }

  close(window: number): void {
    this.#windows.delete(window);
  }

  /** The windows of tables, the one that was used last at the end. */
  tables(): readonly number[] {
    return this.numbers.filter((number) => this.#windows.get(number)?.kind === "tables");
  }

  /** A record's own window went on to another record of its table. @returns what it shows now; null for any other. */
  showRecord(window: number, id: string): WindowContent | null {
    const content = this.#windows.get(window);
    if (content?.kind !== "record") return null;
    const next = { ...content, record: { ...content.record, id } };
    this.#windows.set(window, next);
    return next;
  }

  /** The window that shows that record alone, of several the one that was used last; null where none does. */
  findRecord({ profileId, resource, id }: RecordKey): number | null {
    const shows = (number: number): boolean => {
      const content = this.#windows.get(number);
      if (content?.kind !== "record") return false;
      const { record } = content;
      return record.profileId === profileId && record.resource === resource && record.id === id;
    };
    return this.numbers.findLast(shows) ?? null;
  }

  /**
   * The window of tables that stands behind a window: itself, or the one that it was opened from while that is open,
   * else the one that was used last; null if there is none.
   */
  tablesOf(window: number | undefined): number | null {
    const content = window === undefined ? undefined : this.#windows.get(window);
    if (content?.kind === "tables" && window !== undefined) return window;
    const opener = content?.kind === "record" ? content.opener : null;
    const tables = this.tables();
    return opener !== null && tables.includes(opener) ? opener : (tables.at(-1) ?? null);
  }
}
