import type { EventPreset } from "../../../../shared/domain/event-scheme.ts";
import type { EventSettings } from "../../../../shared/domain/event-settings.ts";
import type { TriedScheme } from "../../../../shared/contract/event-calls.ts";
import { everySpan } from "../../../inventory/live-events/messages.ts";

export const EVENTS = {
  title: "Events",
  intro:
    "The service can announce changes, so that they are on screen seconds later. Events only say what to ask the service for; refreshing goes on as before.",
  source: "Events come from",
  relayUrl: "URL of the relay",
  token: "Token of this workstation",
  newToken: "New token",
  tokenStored: "A token is stored",
  port: "Port on this computer",
  portHint: "Only programs on this computer reach it: a tunnel brings the deliveries",
  company: "Company id",
  companyHint: "Events of other companies are ignored; empty for any",
  collect: "Collect for (seconds)",
  collectHint: "Events that follow each other are handled together",
  secret: "Signing secret",
  secondSecret: "Second secret",
  secondHint: "While the service replaces the first one",
  forget: {
    label: "Forget token and secrets",
    title: "Forget token and secrets?",
    text: "They are removed from the keychain and from memory, and no events come until you enter new ones.",
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
  listener: "A tunnel to this computer",
};

/** How many secrets are stored, below their field. */
export const secretsStored = (count: number): string =>
  count === 0
    ? "None is stored"
    : `${count === 1 ? "One is" : "Two are"} stored; a new entry replaces ${count === 1 ? "it" : "both"}`;

export const SCHEME = {
  preset: "How the service signs",
  none: "Not said yet",
  custom: "Custom",
  signed: "Signed is",
  signedLabels: { body: "the body", "id.timestamp.body": "id, time and body" },
  encoding: "Signature written as",
  secretEncoding: "Secret is",
  secretLabels: { text: "a text", base64: "base64" },
  signatureHeader: "Header of the signature",
  noHeader: "Enter the name of the header.",
  badHeader: "No header can have this name.",
  signaturePrefix: "Before the signature",
  idHeader: "Header of the id",
  timestampHeader: "Header of the time",
  tolerance: "Time may differ by (seconds)",
  resourceId: "Where the record's id is",
  resourceIdHint: "Names in the event's body, e.g. data.id",
};

export const PRESETS: Readonly<Record<EventPreset, string>> = {
  "standard-webhooks": "Standard Webhooks",
  "hmac-body": "HMAC of the body",
};

export const TRIAL = {
  title: "Which preset fits?",
  intro: "Paste one real delivery of the service. It is looked at once and not kept.",
  unfinished: "Your own scheme is not finished: only the presets are tried.",
  headers: "Headers",
  headersHint: "One a line, as name: value",
  body: "Body",
  bodyHint: "Exactly as it was received",
  try: "Try",
  use: "Use this one",
  close: "Close",
};

/** What became of one scheme. */
export function triedSentence({ verifies, problem, missing, isTimely }: TriedScheme): string {
  if (verifies) return isTimely === false ? "Fits. (It was signed some time ago.)" : "Fits.";
  if (problem === "missing_headers") return `Does not fit: no header ${missing.join(", ")}.`;
  return problem === "bad_secret" ? "The secret cannot be one of this kind." : "Does not fit.";
}

export const STATE = {
  state: "State",
  listensAt: "Deliver to",
  confirmed: "Confirmed",
  last: "Last event",
  delay: "Shown after",
  refused: "Without effect",
  reliability: "Reliability",
  noEvent: "None yet",
};

export const OFFER = {
  usual: "the usual interval",
  interval: "Refresh while events come",
  hint: "The daily full check stays. The usual interval comes back by itself if a refresh finds a change that no event announced.",
};
export const intervalLabel = (seconds: number): string => everySpan(seconds);
