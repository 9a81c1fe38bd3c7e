import { normalizeBaseUrl } from "../../client/base-url.ts";
import { tokenAccount } from "../../base/keychain/event-accounts.ts";
import type { KeyVault, ProfileKey } from "../../base/keychain/key-vault.ts";
import { KeychainUnavailable } from "../../base/keychain/keychain.ts";
import type { UserData } from "../../store/user-data/user-data.ts";

type KeptAccounts = Pick<UserData, "keptEventAccounts" | "saveKeptEventAccounts">;

/** The relay's token of each connection, in the keychain next to its API key. */
export class EventVault {
  readonly #vault: KeyVault;
  readonly #userData: KeptAccounts;

  constructor(vault: KeyVault, userData: KeptAccounts) {
    this.#vault = vault;
    this.#userData = userData;
  }

  /** The token, for requests to that relay alone. @param relayUrl empty if there is no relay. */
  async token(profileId: string, relayUrl: string): Promise<ProfileKey> {
    if (relayUrl === "") return { key: null, place: "none", problem: null };
    const found = await this.#vault.load(tokenAccount(profileId), normalizeBaseUrl(relayUrl));
    return found.isForOther ? { ...found, problem: OTHER_RELAY } : found;
  }

  async saveToken(profileId: string, relayUrl: string, token: string): Promise<void> {
    const account = tokenAccount(profileId);
    const { place } = await this.#vault.store(account, normalizeBaseUrl(relayUrl), token);
    if (place === "keychain") await this.#userData.saveKeptEventAccounts(profileId, [account]);
  }

  /** Removes the token. @throws KeychainUnavailable if it may remain. */
  async forget(profileId: string): Promise<void> {
    const account = tokenAccount(profileId);
    const isKept = (await this.#userData.keptEventAccounts(profileId)).includes(account);
    await this.#vault.forget(account, isKept).catch((thrown: unknown) => {
      // An unusable keychain does not contain a key that it never stored.
      if (isKept || !(thrown instanceof KeychainUnavailable)) throw thrown;
    });
    await this.#userData.saveKeptEventAccounts(profileId, []);
  }
}

const OTHER_RELAY =
  "The stored token is for another relay, and is not sent to this one. Enter the token of this relay.";
