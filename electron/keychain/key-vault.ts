import type { KeyPlace } from "../../shared/domain/status.ts";
import { KeychainUnavailable, type Keychain } from "./keychain.ts";

/** A key and where it is kept. Never leaves the core. */
export interface ProfileKey {
  readonly key: string | null;
  readonly place: KeyPlace;
  /** Why it is not in the keychain and what to do about it; null where it is, or where there is no key. */
  readonly problem: string | null;
}

/**
 * Keeps keys in the OS keychain; if there is none, in memory for this session only, and says so. Never in a
 * file.
 */
export class KeyVault {
  readonly #keychain: Keychain;
  readonly #session = new Map<string, ProfileKey>();
  /** Every key that was in use since the start, for the log's redaction. */
  readonly #seen = new Set<string>();

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  /** Keys that no log line may contain. */
  secrets(): readonly string[] {
    return [...this.#seen];
  }

  /** Looks a profile's key up. */
  async load(profileId: string): Promise<ProfileKey> {
    const profileKey = this.#session.get(profileId);
    if (profileKey !== undefined) return profileKey;
    try {
      const key = await this.#keychain.get(profileId);
      if (key === null) return { key, place: "none", problem: null };
      this.#seen.add(key);
      return { key, place: "keychain", problem: null };
    } catch (thrown) {
      return { key: null, place: "none", problem: problemOf(thrown) };
    }
  }

  /** Keeps a profile's key, in the place of the one it had. */
  async store(profileId: string, key: string): Promise<ProfileKey> {
    this.#seen.add(key);
    this.#session.delete(profileId);
    try {
      await this.#keychain.set(profileId, key);
      return { key, place: "keychain", problem: null };
    } catch (thrown) {
      const profileKey: ProfileKey = { key, place: "session", problem: problemOf(thrown) };
      this.#session.set(profileId, profileKey);
      return profileKey;
    }
  }

  /** Keeps a key in memory on purpose: that of the sample service, which ends with the app. */
  keepForSession(profileId: string, key: string): ProfileKey {
    this.#seen.add(key);
    const profileKey: ProfileKey = { key, place: "session", problem: null };
    this.#session.set(profileId, profileKey);
    return profileKey;
  }

  /**
   * Gives one profile's key to another. Either all of it happens, or the key stays with the profile that has it.
   * @throws KeychainUnavailable where the former profile's entry may remain in the keychain.
   */
  async move(from: string, to: string, key: string): Promise<ProfileKey> {
    const profileKey = await this.store(to, key);
    try {
      await this.forget(from);
    } catch (thrown) {
      // Two profiles with one company's key would soon have one company's rows.
      await this.forget(to).catch(() => {});
      throw thrown;
    }
    return profileKey;
  }

  /** Removes a profile's key from the keychain and from memory. @throws KeychainUnavailable where it may remain. */
  async forget(profileId: string): Promise<void> {
    const inSession = this.#session.delete(profileId);
    try {
      await this.#keychain.delete(profileId);
    } catch (thrown) {
      if (!inSession) throw thrown;
    }
  }
}

function problemOf(thrown: unknown): string {
  if (thrown instanceof KeychainUnavailable) return thrown.message;
  throw thrown;
}
