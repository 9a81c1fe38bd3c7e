import { settingsSchema, type Settings } from "../../../shared/domain/settings.ts";

/** The settings that are numbers, which the form edits together. */
export type NumberSetting = Exclude<keyof Settings, keyof OtherSettings>;

/** The settings that have places of their own. */
type OtherSettings = Pick<Settings, "theme" | "keepInTray">;

/** What the form holds: an input may be empty or half typed. */
export type SettingsDraft = Readonly<Record<NumberSetting, number | string>>;

/** Either the settings that the draft stands for, or what is wrong with each of its inputs. */
export type CheckedSettings =
  | { readonly settings: Settings; readonly problems: null }
  | { readonly settings: null; readonly problems: Readonly<Partial<Record<NumberSetting, string>>> };

/** Checks a draft by the contract's own schema, so that the page and the core never disagree. */
export function checkSettings(draft: SettingsDraft, { theme, keepInTray }: OtherSettings): CheckedSettings {
  const parsed = settingsSchema.safeParse({ ...draft, theme, keepInTray });
  if (parsed.success) return { settings: parsed.data, problems: null };
  const problems = parsed.error.issues.map((issue) => {
    const key = String(issue.path[0]);
    if (issue.code === "too_small") return [key, `At least ${String(issue.minimum)}`];
    if (issue.code === "too_big") return [key, `At most ${String(issue.maximum)}`];
    return [key, "A whole number"];
  });
  return { settings: null, problems: Object.fromEntries(problems) };
}
