import { randomUUID } from "node:crypto";
import { invalidInput } from "../../../shared/base/errors.ts";
import {
  PROFILE_COLOURS,
  type Profile,
  type ProfileEdit,
  type ProfileList,
  type ProfileColour,
} from "../../../shared/inventory/connections.ts";
import { MAX_PROFILE_NAME } from "../../../shared/base/connection-name.ts";
import { sameName, uniqueName } from "../../../shared/base/text/unique-name.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

/** The id of the sample service's only profile. Its address and company change at each start. */
export const SAMPLE_PROFILE = "sample";

/** Makes a new profile. The profile of the sample data always has the same id. */
function newProfile(
  kind: Profile["kind"],
  baseUrl: string,
  name: string | undefined,
  others: readonly Profile[],
): Profile {
  return {
    profileId: kind === "sample" ? SAMPLE_PROFILE : randomUUID(),
    kind,
    baseUrl,
    name: uniqueName(
      kind === "sample" ? "Sample company" : (name ?? hostOf(baseUrl)),
      others.map((other) => other.name),
      MAX_PROFILE_NAME,
    ),
    colour: nextColour(others),
  };
}

/** The first of the least used colours. */
function nextColour(others: readonly Profile[]): ProfileColour {
  const uses = (colour: ProfileColour): number => others.filter((other) => other.colour === colour).length;
  return PROFILE_COLOURS.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "Inventory";
}

/**
 * The list of profiles, which always agrees with the disk. A change is written before it applies, so that a failed
 * write changes nothing.
 */
export class ProfileRegistry {
  readonly #userData: UserData;
  readonly #onChange: (list: ProfileList) => void;
  #list: ProfileList = { profiles: [], current: null };

  constructor(userData: UserData, onChange: (list: ProfileList) => void) {
    this.#userData = userData;
    this.#onChange = onChange;
  }

  get list(): ProfileList {
    return this.#list;
  }

  /** Loads the saved list. */
  async load(): Promise<void> {
    this.#list = await this.#userData.profiles();
  }

  find(profileId: string): Profile | null {
    return this.#list.profiles.find((profile) => profile.profileId === profileId) ?? null;
  }

  /** @throws AppFailure `invalid_input` if there is no such profile. */
  get(profileId: string): Profile {
    const profile = this.find(profileId);
    if (!profile) throw invalidInput("There is no such connection.");
    return profile;
  }

  /**
   * Adds a profile with a unique name and colour, without making it current.
   * @param name the wanted name; the service's host without it.
   */
  async add(kind: Profile["kind"], baseUrl: string, name?: string): Promise<Profile> {
    const { profiles, current } = this.#list;
    const profile = newProfile(kind, baseUrl, name, profiles);
    await this.#save({ profiles: [...profiles, profile], current });
    return profile;
  }

  /** Changes the name and colour. @throws AppFailure `invalid_input` if another profile has the name. */
  async edit({ profileId, name, colour }: ProfileEdit): Promise<void> {
    this.get(profileId);
    if (this.#list.profiles.some((other) => other.profileId !== profileId && sameName(other.name, name)))
      throw invalidInput(`Another connection is called “${name}” already.`);
    await this.#change(profileId, { name, colour });
  }

  /** Saves the base URL of a profile's service. The sample service has another one at each start. */
  async move(profileId: string, baseUrl: string): Promise<void> {
    if (this.get(profileId).baseUrl !== baseUrl) await this.#change(profileId, { baseUrl });
  }

  async setCurrent(current: string | null): Promise<void> {
    if (this.#list.current !== current) await this.#save({ ...this.#list, current });
  }

  /** Removes a profile from the list, with the page's texts for it and its views. */
  async remove(profileId: string): Promise<void> {
    const { profiles, current } = this.#list;
    await this.#save({
      profiles: profiles.filter((profile) => profile.profileId !== profileId),
      current: current === profileId ? null : current,
    });
    await this.#userData.forget(profileId);
  }

  async #change(profileId: string, part: Partial<Profile>): Promise<void> {
    const profiles = this.#list.profiles.map((profile) =>
      profile.profileId === profileId ? { ...profile, ...part } : profile,
    );
    await this.#save({ ...this.#list, profiles });
  }

  async #save(list: ProfileList): Promise<void> {
    await this.#userData.saveProfiles(list);
    this.#list = list;
    this.#onChange(list);
  }
}
