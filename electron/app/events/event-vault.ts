import { normalizeBaseUrl } from "../../client/base-url.ts";
import { eventAccounts, secretsAccount, tokenAccount } from "../../keychain/event-accounts.ts";
import type { KeyVault, ProfileKey } from "../../keychain/key-vault.ts";
import { KeychainUnavailable } from "../../keychain/keychain.ts";
import type { UserData } from "../user-data.ts";

type KeptAccounts = Pick<UserData, "keptEventAccounts" | "saveKeptEventAccounts">;

/** What signing secrets are bound to: they are sent nowhere. */
const NOWHERE = "http://localhost";

/** The relay's token and the signing secrets of each profile, in the keychain beside its API key. */
export class EventVault {
  readonly #vault: KeyVault;
  readonly #userData: KeptAccounts;

  constructor(vault: KeyVault, userData: KeptAccounts) {
    this.#vault = vault;
    this.#userData = userData;
  }

  /** The token, for requests to that relay alone. @param relayUrl empty for none. */
  async token(profileId: string, relayUrl: string): Promise<ProfileKey> {
    if (relayUrl === "") return { key: null, place: "none", problem: null };
    const found = await this.#vault.load(tokenAccount(profileId), normalizeBaseUrl(relayUrl));
    return found.isForOther ? { ...found, problem: OTHER_RELAY } : found;
  }

  async saveToken(profileId: string, relayUrl: string, token: string): Promise<void> {
    await this.#save(profileId, tokenAccount(profileId), normalizeBaseUrl(relayUrl), token);
  }

  /** The signing secrets, and why they are not in the keychain where that is so. */
  async secrets(
    profileId: string,
  ): Promise<{ readonly secrets: readonly string[]; readonly problem: string | null }> {
    const { key, problem } = await this.#vault.load(secretsAccount(profileId), NOWHERE);
    return { secrets: key === null ? [] : key.split("\n"), problem };
  }

  /** @param secrets the first is in use, the others while they are replaced; none of them has a line end. */
  async saveSecrets(profileId: string, secrets: readonly string[]): Promise<void> {
    await this.#save(profileId, secretsAccount(profileId), NOWHERE, secrets.join("\n"));
  }

  /** Removes all of a profile. @throws KeychainUnavailable where something may remain. */
  async forget(profileId: string): Promise<void> {
    const kept = await this.#userData.keptEventAccounts(profileId);
    for (const account of eventAccounts(profileId)) {
      const isKept = kept.includes(account);
      await this.#vault.forget(account, isKept).catch((thrown: unknown) => {
        // What a keychain never had is not in one that cannot be used.
        if (isKept || !(thrown instanceof KeychainUnavailable)) throw thrown;
      });
    }
    await this.#userData.saveKeptEventAccounts(profileId, []);
  }

  async #save(profileId: string, account: string, origin: string, secret: string): Promise<void> {
    const { place } = await this.#vault.store(account, origin, secret);
    const kept = await this.#userData.keptEventAccounts(profileId);
    if (place === "keychain" && !kept.includes(account))
      await this.#userData.saveKeptEventAccounts(profileId, [...kept, account]);
  }
}

const OTHER_RELAY =
  "The stored token is for another relay, and is not sent to this one. Enter the token of this relay.";
