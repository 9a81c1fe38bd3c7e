import type { EventPreset } from "../../../../shared/features/webhooks/webhook-events.ts";
import type { TriedScheme, EventSettings } from "../../../../shared/features/webhooks/event-calls.ts";

export const EVENTS = {
  title: "Events",
  intro:
    "The service can announce changes, so that they are on screen seconds later. Events only say what to ask the service for; refreshing continues as before.",
  source: "Events come from",
  relayExample: "https://events.example.com",
  relayUrl: "URL of the relay",
  token: "Token of this workstation",
  newToken: "New token",
  tokenStored: "A token is stored",
  collect: "Collect for (seconds)",
  collectHint: "Events that follow each other are handled together",
  secret: "Signing secret",
  forget: {
    label: "Forget token",
    title: "Forget the token?",
    text: "It is removed from the keychain and from memory. No events arrive until you enter a new one.",
  },
  test: "Test",
  works: "The relay accepts this token.",
  tryDelivery: "Try a delivery…",
  discard: "Discard",
  save: "Save",
};

export const SOURCES: Readonly<Record<EventSettings["source"], string>> = {
  none: "Nowhere",
  relay: "A relay",
};

export const PRESETS: Readonly<Record<EventPreset, string>> = {
  "standard-webhooks": "Standard Webhooks",
  "hmac-body": "HMAC of the body",
};

export const TRIAL = {
  title: "Which preset fits?",
  intro: "For the relay's administrator. Paste one real delivery of the service; it is not kept.",
  headers: "Headers",
  headersHint: "One a line, as name: value",
  body: "Body",
  bodyHint: "Exactly as it was received",
  try: "Try",
  close: "Close",
};

/** "Fits. Start the relay with --preset hmac-body." */
export function triedSentence({ name, verifies, problem, missing, isTimely }: TriedScheme): string {
  if (verifies)
    return `Fits. Start the relay with --preset ${name}.${isTimely === false ? " (It was signed some time ago.)" : ""}`;
  if (problem === "missing_headers") return `Does not fit: no header ${missing.join(", ")}.`;
  return problem === "bad_secret" ? "The secret cannot be one of this kind." : "Does not fit.";
}

export const STATE = {
  state: "State",
  confirmed: "Confirmed",
  last: "Last event",
  delay: "Shown after",
  refused: "Without effect",
  noEvent: "None yet",
};
