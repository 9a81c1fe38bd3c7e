import { z } from "zod";
import {
  EVENT_PRESETS,
  type EventPreset,
  EVENT_OUTCOMES,
  webhookEventSchema,
  REFUSALS,
} from "./webhook-events.ts";
import { ofProfile } from "../../inventory/profiles.ts";
import { KEY_PLACES, LIVE_STATES } from "../../inventory/status.ts";

/** The settings by which a connection follows webhooks. By default it does not. */
export const eventSettingsSchema = z.strictObject({
  source: z.enum(["none", "relay"]).default("none"),
  /** The relay's address, e.g. "https://events.example.com"; empty if there is none. */
  relayUrl: z.string().max(2_048).default(""),
  /** Seconds for which events are collected before the service is asked. */
  collectSeconds: z.int().min(0).max(10).default(2),
});
export type EventSettings = z.infer<typeof eventSettingsSchema>;

export const DEFAULT_EVENT_SETTINGS: EventSettings = eventSettingsSchema.parse({});

const instant = z.string();
const token = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]*$/);
const PRESETS = Object.keys(EVENT_PRESETS) as [EventPreset, ...EventPreset[]];

/** The settings of live events, and the place of their token. No call answers the token itself. */
const followedSchema = z.strictObject({
  settings: eventSettingsSchema,
  /** The place of the relay's token; `none` also if the token belongs to another relay. */
  token: z.enum(KEY_PLACES),
  /** Why it is not in the keychain, and what to do about it. */
  keychainProblem: z.string().nullable(),
});
export type FollowedEvents = z.infer<typeof followedSchema>;

/** The result of one preset on a delivery. */
const triedSchema = z.strictObject({
  name: z.enum(PRESETS),
  /** Whether the signature fits; the time is judged apart, since a delivery is copied minutes after it was signed. */
  verifies: z.boolean(),
  problem: z.enum(["missing_headers", "bad_signature", "bad_secret"]).nullable(),
  /** Headers that it needs and that are not there. */
  missing: z.array(z.string()),
  isTimely: z.boolean().nullable(),
});
export type TriedScheme = z.infer<typeof triedSchema>;

const recentEventSchema = webhookEventSchema.extend({
  outcome: z.enum(EVENT_OUTCOMES),
  /** Ms from the event to its effect, by the service's clock; null while it waits. */
  delay: z.number().nullable(),
});

/** The state of a connection's live events. */
const eventStateSchema = z.strictObject({
  /** Null if none are followed. */
  state: z.enum(LIVE_STATES).nullable(),
  /** The problem that stops live events, for the user; null if there is none. */
  problem: z.string().nullable(),
  confirmedAt: instant.nullable(),
  /** The latest first. */
  recent: z.array(recentEventSchema),
  /** Deliveries that were refused, or not forwarded, since the receiver started. */
  refused: z.partialRecord(z.enum(REFUSALS), z.int()),
});
export type EventState = z.infer<typeof eventStateSchema>;

/** The calls of live events. A connection's settings can be read and saved while it is not open. */
export const WEBHOOK_CALLS = {
  getEvents: { input: z.strictObject(ofProfile), output: followedSchema },
  /** A token that is absent stays as it is, unless it is to be forgotten. */
  saveEvents: {
    input: z.strictObject({
      ...ofProfile,
      settings: eventSettingsSchema,
      token: token.optional(),
      forget: z.boolean().optional(),
    }),
    output: followedSchema,
  },
  /** Asks a relay whether it accepts the token; without one, the stored one (of that relay only). */
  testRelay: {
    input: z.strictObject({ ...ofProfile, relayUrl: z.string().min(1).max(2_048), token: token.optional() }),
    output: z.strictObject({ problem: z.string().nullable() }),
  },
  /** Says which presets verify one real delivery. Nothing of it is kept. */
  tryDelivery: {
    input: z.strictObject({
      headers: z.string().max(64 * 1024),
      body: z.string().max(256 * 1024),
      secret: z.string().max(500),
    }),
    output: z.array(triedSchema),
  },
  /** The state of the open connection's live events. Only the open connection follows events. */
  eventState: { input: z.strictObject(ofProfile), output: eventStateSchema },
} as const;

export const WEBHOOK_PUSHES = {
  /** The state or the settings of a connection's live events changed, in any window. */
  events: z.strictObject(ofProfile),
} as const;
