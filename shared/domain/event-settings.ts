import { z } from "zod";
import { eventSchemeSchema } from "./event-scheme.ts";

/** How a connection follows live events; the default is not at all. */
export const eventSettingsSchema = z.strictObject({
  source: z.enum(["none", "relay", "listener"]).default("none"),
  /** Where the relay is, e.g. "https://events.example.com"; empty for none. */
  relayUrl: z.string().max(2_048).default(""),
  /** The port that this computer listens on, on loopback only, for users with a tunnel. */
  port: z.int().min(1_024).max(65_535).default(8_787),
  /** The only `companyId` whose events the listener takes; empty for any. */
  companyId: z.string().max(200).default(""),
  /** How the service signs what the listener receives; null until the user has said so. */
  scheme: eventSchemeSchema.nullable().default(null),
  /** Seconds for which events are collected before the service is asked. */
  collectSeconds: z.int().min(0).max(10).default(2),
});
/** The stored settings. A scheme that is damaged or unfinished becomes null; the other settings stay. */
export const storedEventsSchema = eventSettingsSchema.extend({
  scheme: eventSchemeSchema.nullable().catch(null),
});
export type EventSettings = z.infer<typeof eventSettingsSchema>;

export const DEFAULT_EVENT_SETTINGS: EventSettings = eventSettingsSchema.parse({});

/** Intervals between passes that can be chosen while events are reliable, in seconds. */
export const LONGER_INTERVALS = [300, 900, 3_600] as const;
