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

/** The settings of a connection's webhooks. By default it follows none. */
export const eventSettingsSchema = z.strictObject({
  source: z.enum(["none", "relay"]).default("none"),
  /** The relay's address, e.g. "https://events.example.com"; empty without one. */
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

/** The settings of live events, and the place of their token. No call returns the token itself. */
const followedSchema = z.strictObject({
  settings: eventSettingsSchema,
  /** The place of the relay's token; `none` also if the token belongs to another relay. */
  token: z.enum(KEY_PLACES),
  /** The reason why it is not in the keychain, with a remedy. */
  keychainProblem: z.string().nullable(),
});
export type FollowedEvents = z.infer<typeof followedSchema>;

/** The result of one preset on a delivery. */
const triedSchema = z.strictObject({
  name: z.enum(PRESETS),
  /**
   * Whether the signature fits. The time is judged separately, because a delivery is pasted minutes after it was
   * signed.
   */
  verifies: z.boolean(),
  /** Null if the signature fits. */
  problem: z.enum(["missing_headers", "bad_signature", "bad_secret"]).nullable(),
  /** Headers that the scheme needs and the delivery lacks. */
  missing: z.array(z.string()),
  /** Whether the signed time is within the tolerance now; null without a signed time or a matching signature. */
  isTimely: z.boolean().nullable(),
});
export type TriedScheme = z.infer<typeof triedSchema>;

/** An event with its outcome. */
const recentEventSchema = webhookEventSchema.extend({
  outcome: z.enum(EVENT_OUTCOMES),
  /** Ms from the event to its effect, by the service's clock; null while it waits. */
  delay: z.number().nullable(),
});
export type RecentEvent = Readonly<z.infer<typeof recentEventSchema>>;

/** The state of a connection's live events. */
const eventStateSchema = z.strictObject({
  /** Null if no events are followed. */
  state: z.enum(LIVE_STATES).nullable(),
  /** The problem that stops live events, for the user; null without one. */
  problem: z.string().nullable(),
  confirmedAt: instant.nullable(),
  /** The latest first. */
  recent: z.array(recentEventSchema),
  /** Deliveries that were refused, or not forwarded, since the receiver started. */
  refused: z.partialRecord(z.enum(REFUSALS), z.int()),
});
export type EventState = z.infer<typeof eventStateSchema>;

/** The calls of live events. A connection's settings can be read and saved while it is closed. */
export const WEBHOOK_CALLS = {
  getEvents: { input: z.strictObject(ofProfile), output: followedSchema },
  /** Saves the settings. Without a token the stored one stays, unless `forget` is set. */
  saveEvents: {
    input: z.strictObject({
      ...ofProfile,
      settings: eventSettingsSchema,
      token: token.optional(),
      forget: z.boolean().optional(),
    }),
    output: followedSchema,
  },
  /** Asks a relay whether it accepts the token. Without one, the relay's stored token is used. */
  testRelay: {
    input: z.strictObject({ ...ofProfile, relayUrl: z.string().min(1).max(2_048), token: token.optional() }),
    output: z.strictObject({ problem: z.string().nullable() }),
  },
  /** Finds the presets that verify one real delivery. Nothing of it is stored. */
  tryDelivery: {
    input: z.strictObject({
      headers: z.string().max(64 * 1024),
      body: z.string().max(256 * 1024),
      secret: z.string().max(500),
    }),
    output: z.array(triedSchema),
  },
  /** The state of the open connection's live events. Other connections follow no events. */
  eventState: { input: z.strictObject(ofProfile), output: eventStateSchema },
} as const;

export const WEBHOOK_PUSHES = {
  /** The state or the settings of a connection's live events changed, in any window. */
  events: z.strictObject(ofProfile),
} as const;
