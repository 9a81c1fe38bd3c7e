import { z } from "zod";
import { profileSchema, type ProfileList } from "../../../shared/inventory/connections.ts";
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from "../../../shared/inventory/settings.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { UserDatabase } from "./user-database.ts";
import type { Remote } from "../database/worker-rpc.ts";

/** The saved list of profiles, never with a key. A damaged profile is left out. */
const savedProfilesSchema = z.object({
  profiles: z.array(profileSchema.nullable().catch(null)),
  current: z.string().nullable().catch(null),
});

/** The name of the entry with the list of profiles. */
export const PROFILES = "profiles";
/** The name of the entry with the settings. */
export const SETTINGS = "settings";
const CONFIRMED_ORIGINS = "confirmedOrigins";

/** The user's own data by name, in a database that syncing never touches. */
export class UserData {
  readonly #store: Remote<UserDatabase>;

  constructor(store: Remote<UserDatabase>) {
    this.#store = store;
  }

  /** The settings; the defaults if the entry is damaged. */
  async settings(): Promise<Settings> {
    return (await this.read(SETTINGS, settingsSchema)) ?? DEFAULT_SETTINGS;
  }

  async saveSettings(settings: Settings): Promise<void> {
    await this.save(SETTINGS, settings);
  }

  async profiles(): Promise<ProfileList> {
    return parseProfiles(await this.#store.get(PROFILES)) ?? { profiles: [], current: null };
  }

  async saveProfiles(list: ProfileList): Promise<void> {
    await this.save(PROFILES, list);
  }

  /** A text that the page keeps, for all profiles or for one. */
  async uiState(name: string, profileId?: string): Promise<string | null> {
    return this.#store.get(uiStateEntry(name, profileId));
  }

  /** @param value null deletes the text. */
  async saveUiState(name: string, value: string | null, profileId?: string): Promise<void> {
    await this.#store.set(uiStateEntry(name, profileId), value);
  }

  /** Removes a profile's texts whose names begin with a prefix. */
  async forgetUiStates(prefix: string, profileId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry(prefix, profileId));
  }

  /** The origins that the user has confirmed (origin-gate.ts). A damaged entry makes the app ask again. */
  async confirmedOrigins(): Promise<readonly string[]> {
    return (await this.read(CONFIRMED_ORIGINS, z.array(z.string()))) ?? [];
  }

  async saveConfirmedOrigins(origins: readonly string[]): Promise<void> {
    await this.save(CONFIRMED_ORIGINS, origins);
  }

  /** Removes everything that the user made or set for a profile. */
  async forget(profileId: string): Promise<void> {
    await this.#store.removeAll(uiStateEntry("", profileId));
    await this.#store.forgetProfile(profileId);
  }

  /** The value of an entry; null if it is missing or damaged. */
  async read<T>(name: string, schema: z.ZodType<T>): Promise<T | null> {
    return schema.safeParse(parseJson(await this.#store.get(name))).data ?? null;
  }

  /** Saves the value of an entry. */
  async save(name: string, value: unknown): Promise<void> {
    await this.#store.set(name, JSON.stringify(value));
  }
}

/** The profile of an entry, by the entry's name; null if it belongs to no profile. */
export function ownerOfEntry(name: string): string | null {
  const [kind, profileId = null] = name.split(".");
  return kind === "profile" ? profileId : null;
}

/** Whether an entry applies to all profiles: settings, and texts of pages. The list of profiles is not one of them. */
export const isSharedEntry = (name: string): boolean => name === SETTINGS || name.startsWith("ui.");

/** Parses the saved list of profiles; null if it is missing. */
export function parseProfiles(text: string | null): ProfileList | null {
  const saved = savedProfilesSchema.safeParse(parseJson(text)).data;
  if (!saved) return null;
  const profiles = saved.profiles.filter((profile) => profile !== null);
  const current = profiles.some(({ profileId }) => profileId === saved.current) ? saved.current : null;
  return { profiles, current };
}

/** The entry of a page's text. A profile's id has no full stop, so no name is a prefix of another profile's. */
function uiStateEntry(name: string, profileId?: string): string {
  return profileId === undefined ? `ui.${name}` : `profile.${profileId}.${name}`;
}
