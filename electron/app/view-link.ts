import { isViewLink } from "../../shared/views/view-share.ts";
import type { EventBus } from "./event-bus.ts";

/** A link to a view that another program opened, until a page takes it. */
export class ViewLink {
  readonly #events: EventBus;
  #link: string | null = null;

  constructor(events: EventBus) {
    this.#events = events;
  }

  /** Keeps a link, and asks the window's page to take it. What is no link to a view is ignored. */
  open(link: string, window?: number): void {
    if (!isViewLink(link)) return;
    this.#link = link;
    this.#events.emit("command", { name: "viewLink" }, window);
  }

  /** The link, once. */
  take(): string | null {
    const link = this.#link;
    this.#link = null;
    return link;
  }
}
