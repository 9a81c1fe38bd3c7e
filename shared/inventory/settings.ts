import { z } from "zod";

/** The limits of the setting `scanGapMs`. */
export const MIN_SCAN_GAP_MS = 15;
export const MAX_SCAN_GAP_MS = 50;

/** The user's settings. A missing value gets its default; one damaged value resets all settings. */
export const settingsSchema = z.strictObject({
  /** Seconds from a pass's end to the next pass while a window has the focus. */
  pollFocusedSeconds: z.int().min(10).max(86_400).default(60),
  /** Seconds from a pass's end to the next pass while no window has the focus. */
  pollUnfocusedSeconds: z.int().min(30).max(86_400).default(300),
  /** Seconds by which `updatedSince` lies before the mark (specification 4.5.2). */
  overlapSeconds: z.int().min(0).max(86_400).default(300),
  /** The parameter `limit` of requests (specification 4.1). */
  pageSize: z.int().min(1).max(250).default(250),
  /** The number of days for which observed changes are kept. */
  historyDays: z.int().min(1).max(3_650).default(180),
  /** The most observed changes that are kept. */
  historyChanges: z.int().min(1_000).max(2_000_000).default(200_000),
  /** Whether the app keeps running in the tray after its window is closed. */
  keepInTray: z.boolean().default(false),
  /** Whether the app checks the update server once a day. The user can check at any time. */
  checkForUpdates: z.boolean().default(true),
  /** Whether scans of a barcode or QR scanner are recognised. */
  recogniseScans: z.boolean().default(true),
  /** The longest time between two keys of a scan, in ms. A fast typist needs 60 ms between two keys. */
  scanGapMs: z.int().min(MIN_SCAN_GAP_MS).max(MAX_SCAN_GAP_MS).default(35),
  /** Whether a scan that finds nothing makes a sound. */
  scanSound: z.boolean().default(true),
  /** Whether assistants may read the connections of this computer (`stockdeck --headless mcp`). */
  assistantsMayRead: z.boolean().default(false),
  /** Whether assistants get the names of holders, and not only their ids. */
  assistantsSeeNames: z.boolean().default(false),
  theme: z.enum(["system", "light", "dark"]).default("system"),
});
export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});
