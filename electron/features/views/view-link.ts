import { isViewLink, MAX_VIEW_FILE } from "../../../shared/features/views/view-share.ts";
import type { PushBus } from "../../base/push-bus.ts";

/**
 * Keeps a view that another program opened until a page takes it. It is a link to a view, or the text of a view's file.
 */
export class ViewLink {
  readonly #events: PushBus;
  #text: string | null = null;

  constructor(events: PushBus) {
    this.#events = events;
  }

  /** Keeps a link, and asks the window's page to take it. Other texts than links to views are ignored. */
  open(link: string, window?: number): void {
    if (isViewLink(link)) this.#keep(link, window);
  }

  /** Keeps the text of a file in the same way. The page refuses a text that is no view, and reports it. */
  openFile(text: string, window?: number): void {
    // One character too many is enough for that. It is no space, which the page would not count.
    this.#keep(text.length > MAX_VIEW_FILE ? `${text.slice(0, MAX_VIEW_FILE)}…` : text, window);
  }

  #keep(text: string, window?: number): void {
    this.#text = text;
    this.#events.emit("command", { name: "viewLink" }, window);
  }

  /** The link or the file's text, once. */
  take(): string | null {
    const text = this.#text;
    this.#text = null;
    return text;
  }
}
