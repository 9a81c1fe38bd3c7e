import { z } from "zod";
import { appErrorSchema } from "../base/error-schema.ts";
import { policySchema } from "../features/policy/policy.ts";
import { meantProfile, profileListSchema } from "../inventory/profiles.ts";
import { settingsSchema } from "../inventory/settings.ts";
import { connectionSchema, syncStatusSchema } from "../inventory/status.ts";
import { MAX_COPIED } from "../query/query-calls.ts";

const nothing = z.undefined();
/** State of the page that lasts between sessions, such as column widths. Only the page reads it. */
const uiState = z.string().max(1_000_000);
const uiStateName = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);

/** The calls of a page's start, settings, kept texts and the clipboard. */
export const SESSION_CALLS = {
  /** All that the first paint needs. */
  bootstrap: {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(["electron", "browser"]),
      policy: policySchema,
      platform: z.string(),
      /** The locale for numbers and dates on the page; null for the browser's own. */
      locale: z.string().nullable(),
      connection: connectionSchema.nullable(),
      profiles: profileListSchema,
      settings: settingsSchema,
      status: syncStatusSchema,
      /** A problem with local data at start-up, as a sentence. It says what Stockdeck did about it. */
      notice: appErrorSchema.nullable(),
    }),
  },
  getSettings: { input: nothing, output: settingsSchema },
  saveSettings: { input: settingsSchema, output: settingsSchema },
  /** A text that the page keeps: one for all profiles, or one of the named profile, forgotten with it. */
  loadUiState: {
    input: z.strictObject({ ...meantProfile, name: uiStateName }),
    output: uiState.nullable(),
  },
  saveUiState: {
    input: z.strictObject({ ...meantProfile, name: uiStateName, value: uiState }),
    output: nothing,
  },
  /** Copies a text, and the same as HTML for programs that paste formatted text. */
  copyText: {
    input: z.strictObject({
      text: z.string().max(MAX_COPIED),
      html: z
        .string()
        .max(4 * MAX_COPIED)
        .optional(),
    }),
    output: nothing,
  },
} as const;

export const SESSION_PUSHES = { settings: settingsSchema } as const;
