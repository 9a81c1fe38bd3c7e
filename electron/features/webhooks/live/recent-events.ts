import type { EventOutcome, WebhookEvent } from "../../../../shared/features/webhooks/webhook-events.ts";

/** An event with its outcome. */
export interface RecentEvent extends WebhookEvent {
  readonly outcome: EventOutcome;
  /** Ms from the moment of the event to its effect, both by the service's clock; null while it waits. */
  readonly delay: number | null;
}

/** Events that are listed. */
const MOST_EVENTS = 100;
/** Ids by which a repeated event is recognised. */
const MOST_KNOWN_IDS = 20_000;

/** The last events, and the ids of more. */
export class RecentEvents {
  readonly #known = new Set<string>();
  #events: readonly RecentEvent[] = [];
  #count = 0;

  /** The latest first. */
  get events(): readonly RecentEvent[] {
    return this.#events;
  }

  /** Adds an event; false if it is known already. */
  add(event: WebhookEvent): boolean {
    if (this.#known.has(event.id)) return false;
    this.#known.add(event.id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_KNOWN_IDS && oldest !== undefined) this.#known.delete(oldest);
    this.#count += 1;
    this.#events = [{ ...event, outcome: "waiting" as const, delay: null }, ...this.#events].slice(
      0,
      MOST_EVENTS,
    );
    return true;
  }

  /** Gives the waiting events up; they may come again. */
  drop(): void {
    this.#known.clear();
    this.#events = this.#events.map((event) =>
      event.outcome === "waiting" ? { ...event, outcome: "ignored" } : event,
    );
  }

  /** Events so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Marks the waiting events as done.
   * @param upTo the number of events when it began: later ones continue to wait.
   * @param now ms since the epoch by the service's clock.
   */
  settle(outcome: EventOutcome, upTo: number, now: number): void {
    const later = this.#count - upTo;
    this.#events = this.#events.map((event, index) => {
      if (index < later || event.outcome !== "waiting") return event;
      const happened = Date.parse(event.occurredAt ?? event.receivedAt);
      const isShown = (outcome === "fetched" || outcome === "passed") && !Number.isNaN(happened);
      return { ...event, outcome, delay: isShown ? Math.max(0, now - happened) : null };
    });
  }
}
