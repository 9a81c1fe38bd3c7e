import { normalizeBaseUrl } from "../../client/base-url.ts";
import { eventAccounts, secretsAccount, tokenAccount } from "../../keychain/event-accounts.ts";
import type { KeyVault, ProfileKey } from "../../keychain/key-vault.ts";

/** What signing secrets are bound to: they are sent nowhere. */
const NOWHERE = "http://localhost";

/** The relay's token and the signing secrets of each profile, in the keychain beside its API key. */
export class EventVault {
  readonly #vault: KeyVault;

  constructor(vault: KeyVault) {
    this.#vault = vault;
  }

  /** The token, for requests to that relay alone. @param relayUrl empty for none. */
  async token(profileId: string, relayUrl: string): Promise<ProfileKey> {
    if (relayUrl === "") return { key: null, place: "none", problem: null };
    return this.#vault.load(tokenAccount(profileId), normalizeBaseUrl(relayUrl));
  }

  async saveToken(profileId: string, relayUrl: string, token: string): Promise<void> {
    await this.#vault.store(tokenAccount(profileId), normalizeBaseUrl(relayUrl), token);
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
    await this.#vault.store(secretsAccount(profileId), NOWHERE, secrets.join("\n"));
  }

  /** Removes all of a profile. @throws KeychainUnavailable where something may remain. */
  async forget(profileId: string): Promise<void> {
    const forgotten = await Promise.allSettled(
      eventAccounts(profileId).map((account) => this.#vault.forget(account)),
    );
    const failed = forgotten.find((one) => one.status === "rejected");
    // Where the keychain cannot be used, what was in memory is all that there was.
    if (failed && forgotten.every(({ status }) => status === "rejected")) throw failed.reason;
  }
}
