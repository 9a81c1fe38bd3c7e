import { z } from "zod";

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
