import type { SampleOwnData } from "./profiles/sample-own-data.ts";
import { z } from "zod";
import { alertSettingsSchema } from "../../shared/domain/alert-schema.ts";
import { DEFAULT_ALERT_SETTINGS, type AlertSettings } from "../../shared/domain/alerts.ts";
import { savedCutPlanSchema, type SavedCutPlan } from "../../shared/cutting/saved-plan.ts";
import {
  DEFAULT_EVENT_SETTINGS,
  eventSettingsSchema,
  type EventSettings,
} from "../../shared/domain/event-settings.ts";
import { profileSchema, type Profile, type ProfileList } from "../../shared/domain/profiles.ts";
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from "../../shared/domain/settings.ts";
import type { Thresholds } from "../../shared/domain/stock.ts";
import { NO_THRESHOLDS, thresholdsSchema } from "../../shared/domain/low-stock.ts";
import { mutesSchema } from "../../shared/domain/problem-mutes.ts";
import type { ProblemMute } from "../../shared/domain/problems.ts";
import { unitsSchema } from "../../shared/domain/unit-schema.ts";
import { NO_UNITS, type Units } from "../../shared/domain/units.ts";
import { NO_LIMITS, type OutLimits } from "../../shared/domain/out-limits.ts";
import { outLimitsSchema } from "../../shared/domain/out-limits-schema.ts";
import { parseJson } from "../../shared/text/parse-json.ts";
import type { UserStore } from "../store/user-data/user-store.ts";
import type { Remote } from "../store/database/worker-rpc.ts";
import { newProfile } from "./profiles/new-profile.ts";

/** The list as it is remembered, never with a key. A damaged profile costs the user that one, not the others. */
const savedProfilesSchema = z.object({
  profiles: z.array(profileSchema.nullable().catch(null)),
  current: z.string().nullable().catch(null),
});

/** The entry with the list of profiles. */
export const PROFILES = "profiles";
const SETTINGS = "settings";
const ALERT_SETTINGS = "alertSettings";
const CONFIRMED_ORIGINS = "confirmedOrigins";

/** A damaged plan costs the user that one, not the others. */
const savedCutPlansSchema = z.array(savedCutPlanSchema.nullable().catch(null));

/** The single connection that the first versions remembered, and the page's texts of its tables. */
const savedConnectionSchema = z.object({
  profileId: z.enum(["default", "sample"]),
  kind: z.enum(["service", "sample"]),
  baseUrl: z.string(),
});
const SINGLE_CONNECTION = "connection";
const SINGLE_VIEWS = ["view.items", "view.types", "view.locations"] as const;

/** What the user made, by name, in the database that syncing never touches. */
export class UserData {
  readonly #store: Remote<UserStore>;

  constructor(store: Remote<UserStore>) {
    this.#store = store;
  }

  /** The settings; a damaged entry costs the user the defaults, not the start. */
  async settings(): Promise<Settings> {
    return (await this.#read(SETTINGS, settingsSchema)) ?? DEFAULT_SETTINGS;
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.#store.set(SETTINGS, JSON.stringify(settings));
  }

  /** The profiles. The one connection of an older installation becomes the first of them, with all that it has. */
  async profiles(): Promise<ProfileList> {
    return parseProfiles(await this.#store.get(PROFILES)) ?? this.#takeOver();
  }

  async saveProfiles(list: ProfileList): Promise<void> {
    await this.#store.set(PROFILES, JSON.stringify(list));
  }

  /** A text that the page keeps: for all profiles, or for that one. */
  async uiState(name: string, profileId?: string): Promise<string | null> {
    return this.#store.get(uiStateEntry(name, profileId));
  }

  /** @param value null forgets it. */
  async saveUiState(name: string, value: string | null, profileId?: string): Promise<void> {
    await this.#store.set(uiStateEntry(name, profileId), value);
  }

  /** Removes the texts of a profile whose names begin like that. */
  async forgetUiStates(prefix: string, profileId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry(prefix, profileId));
  }

  /** The units of a profile's numbers; a damaged entry leaves them without any. */
  async units(profileId: string): Promise<Units> {
    return (await this.#read(ownEntry("units", profileId), unitsSchema)) ?? NO_UNITS;
  }

  async saveUnits(profileId: string, units: Units): Promise<void> {
    await this.#store.set(ownEntry("units", profileId), JSON.stringify(units));
  }

  /** The cut plans of a profile. */
  async cutPlans(profileId: string): Promise<SavedCutPlan[]> {
    const plans = (await this.#read(ownEntry("cutPlans", profileId), savedCutPlansSchema)) ?? [];
    return plans.filter((plan) => plan !== null);
  }

  async saveCutPlans(profileId: string, plans: readonly SavedCutPlan[]): Promise<void> {
    await this.#store.set(ownEntry("cutPlans", profileId), JSON.stringify(plans));
  }

  /** The low-stock thresholds of a profile; a damaged entry leaves it without any. */
  async thresholds(profileId: string): Promise<Thresholds> {
    return (await this.#read(ownEntry("thresholds", profileId), thresholdsSchema)) ?? NO_THRESHOLDS;
  }

  async saveThresholds(profileId: string, thresholds: Thresholds): Promise<void> {
    await this.#store.set(ownEntry("thresholds", profileId), JSON.stringify(thresholds));
  }

  /** The data problems that a profile does not show; a damaged entry shows them all. */
  async mutes(profileId: string): Promise<ProblemMute[]> {
    return [...((await this.#read(ownEntry("mutes", profileId), mutesSchema)) ?? [])];
  }

  async saveMutes(profileId: string, mutes: readonly ProblemMute[]): Promise<void> {
    await this.#store.set(ownEntry("mutes", profileId), JSON.stringify(mutes));
  }

  /** How long a profile's items may be out; a damaged entry leaves them to the usual times. */
  async outLimits(profileId: string): Promise<OutLimits> {
    return (await this.#read(ownEntry("limits", profileId), outLimitsSchema)) ?? NO_LIMITS;
  }

  async saveOutLimits(profileId: string, limits: OutLimits): Promise<void> {
    await this.#store.set(ownEntry("limits", profileId), JSON.stringify(limits));
  }

  /** What a profile begins with. */
  async saveOwnData(
    profileId: string,
    { names, units, outLimits, thresholds }: SampleOwnData,
  ): Promise<void> {
    await this.#store.saveNames(profileId, names, []);
    await this.saveUnits(profileId, units);
    await this.saveOutLimits(profileId, outLimits);
    await this.saveThresholds(profileId, thresholds);
  }

  /** When alerts are notified of, for all profiles; a damaged entry leaves notifications off. */
  async alertSettings(): Promise<AlertSettings> {
    return (await this.#read(ALERT_SETTINGS, alertSettingsSchema)) ?? DEFAULT_ALERT_SETTINGS;
  }

  async saveAlertSettings(settings: AlertSettings): Promise<void> {
    await this.#store.set(ALERT_SETTINGS, JSON.stringify(settings));
  }

  /** How a profile follows live events; a damaged entry follows none. */
  async eventSettings(profileId: string): Promise<EventSettings> {
    return (await this.#read(ownEntry("events", profileId), eventSettingsSchema)) ?? DEFAULT_EVENT_SETTINGS;
  }

  async saveEventSettings(profileId: string, settings: EventSettings): Promise<void> {
    await this.#store.set(ownEntry("events", profileId), JSON.stringify(settings));
  }

  /** The accounts of the keychain that have had secrets of a profile's events. */
  async keptEventAccounts(profileId: string): Promise<readonly string[]> {
    return (await this.#read(ownEntry("eventAccounts", profileId), z.array(z.string()))) ?? [];
  }

  async saveKeptEventAccounts(profileId: string, accounts: readonly string[]): Promise<void> {
    await this.#store.set(ownEntry("eventAccounts", profileId), JSON.stringify(accounts));
  }

  /** The origins that the user has confirmed (origin-gate.ts); a damaged entry asks again. */
  async confirmedOrigins(): Promise<readonly string[]> {
    return (await this.#read(CONFIRMED_ORIGINS, z.array(z.string()))) ?? [];
  }

  async saveConfirmedOrigins(origins: readonly string[]): Promise<void> {
    await this.#store.set(CONFIRMED_ORIGINS, JSON.stringify(origins));
  }

  /** Removes all that the user made or set for that profile. */
  async forget(profileId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry("", profileId));
    for (const kind of OWN_ENTRIES) await this.#store.set(ownEntry(kind, profileId), null);
    await this.#store.forgetViews(profileId);
    await this.#store.forgetNames(profileId);
    await this.#store.forgetItemNotes(profileId);
    await this.#store.forgetAlertRules(profileId);
    await this.#store.forgetExports(profileId);
    await this.#store.forgetSchedules(profileId);
  }

  /** The profile list is written last: whatever ends the process before it, the next start takes over again. */
  async #takeOver(): Promise<ProfileList> {
    const single = await this.#read(SINGLE_CONNECTION, savedConnectionSchema);
    if (!single) return { profiles: [], current: null };
    const { profileId, kind, baseUrl } = single;
    const profile: Profile = { ...newProfile(kind, baseUrl, []), profileId };
    for (const name of SINGLE_VIEWS) {
      const text = await this.uiState(name);
      if (text !== null) await this.saveUiState(name, text, profileId);
    }
    const list: ProfileList = { profiles: [profile], current: profileId };
    await this.saveProfiles(list);
    for (const name of [SINGLE_CONNECTION, ...SINGLE_VIEWS.map((view) => uiStateEntry(view))])
      await this.#store.set(name, null);
    return list;
  }

  async #read<T>(name: string, schema: z.ZodType<T>): Promise<T | null> {
    return schema.safeParse(parseJson(await this.#store.get(name))).data ?? null;
  }
}

/** What a profile has one of each. */
const OWN_ENTRIES = [
  "units",
  "thresholds",
  "limits",
  "mutes",
  "cutPlans",
  "events",
  "eventAccounts",
] as const;

const ownEntry = (kind: (typeof OWN_ENTRIES)[number], profileId: string): string => `${kind}.${profileId}`;

/** The entry with how a profile follows live events. */
export const eventsEntry = (profileId: string): string => ownEntry("events", profileId);

/** The profile that an entry belongs to, by its name; null where it is none's. */
export function ownerOfEntry(name: string): string | null {
  const [kind = "", profileId = null] = name.split(".");
  return kind === "profile" || OWN_ENTRIES.some((own) => own === kind) ? profileId : null;
}

/** Whether an entry holds for all profiles: settings, and texts of pages. The list of profiles is none of these. */
export const isSharedEntry = (name: string): boolean =>
  name === SETTINGS || name === ALERT_SETTINGS || name.startsWith("ui.");

/** A list of profiles as it is kept; null where there is none. */
export function parseProfiles(text: string | null): ProfileList | null {
  const saved = savedProfilesSchema.safeParse(parseJson(text)).data;
  if (!saved) return null;
  const profiles = saved.profiles.filter((profile) => profile !== null);
  const current = profiles.some(({ profileId }) => profileId === saved.current) ? saved.current : null;
  return { profiles, current };
}

/** A profile's id has no full stop in it, so that no name of one profile's text begins like another's. */
function uiStateEntry(name: string, profileId?: string): string {
  return profileId === undefined ? `ui.${name}` : `profile.${profileId}.${name}`;
}
