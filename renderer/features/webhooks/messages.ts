import type { EventState } from "../../../shared/features/webhooks/event-calls.ts";
import type { EventOutcome, Refusal } from "../../../shared/features/webhooks/webhook-events.ts";
import type { Live } from "../../../shared/inventory/status.ts";

export const LIVE_WORDS: Readonly<Record<Live["state"], string>> = {
  connecting: "Connecting",
  live: "Live",
  refused: "Not followed",
  failed: "Interrupted; trying again",
};

export const OUTCOMES: Readonly<Record<EventOutcome, string>> = {
  waiting: "Waiting",
  fetched: "Record requested",
  passed: "Refreshed",
  failed: "Failed; the next refresh finds it",
  ignored: "Ignored",
};

const REFUSED: Readonly<Record<Refusal, string>> = {
  no_signature: "without a signature",
  bad_signature: "with a wrong signature",
  old_timestamp: "signed at another time",
  too_large: "too large",
  too_slow: "too slow",
  too_many: "too many of one sender",
  repeated: "repeated",
  other_company: "of another company",
  not_kept: "that could not be kept",
};

/** Deliveries without an effect, by reason: "3 with a wrong signature, 1 repeated"; "None" if there are none. */
export function refusedSentence(refused: EventState["refused"]): string {
  const parts = Object.entries(refused).flatMap(([reason, count]) =>
    count > 0 ? [`${count} ${REFUSED[reason as Refusal]}`] : [],
  );
  return parts.length === 0 ? "None" : parts.join(", ");
}
