import { atLeast, atMost, WHOLE_NUMBER } from "./messages.ts";
import { settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";

/** The numeric settings, which the form edits together. */
export type NumberSetting = Exclude<keyof Settings, keyof OtherSettings>;

type OtherSettings = Pick<Settings, "theme" | "keepInTray" | "checkForUpdates">;

/** The content of the form; an input may be empty or half typed. */
export type SettingsDraft = Readonly<Record<NumberSetting, number | null>>;

/** Either the settings of a valid draft, or what is wrong with each input. */
export type CheckedSettings =
  | { readonly settings: Settings; readonly problems: null }
  | { readonly settings: null; readonly problems: Readonly<Partial<Record<NumberSetting, string>>> };

/** Checks a draft by the contract's own schema. So the page and the core never disagree. */
export function checkSettings(
  draft: SettingsDraft,
  { theme, keepInTray, checkForUpdates }: OtherSettings,
): CheckedSettings {
  const parsed = settingsSchema.safeParse({ ...draft, theme, keepInTray, checkForUpdates });
  if (parsed.success) return { settings: parsed.data, problems: null };
  const problems = parsed.error.issues.map((issue) => {
    const key = String(issue.path[0]);
    if (issue.code === "too_small") return [key, atLeast(issue.minimum)];
    if (issue.code === "too_big") return [key, atMost(issue.maximum)];
    return [key, WHOLE_NUMBER];
  });
  return { settings: null, problems: Object.fromEntries(problems) };
}
