import type { EventState, EventSettings } from "../../../shared/features/webhooks/event-calls.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import type { RefusalCounts } from "../../../shared/features/webhooks/webhook-events.ts";
import type { KeyVault, ProfileKey } from "../../base/keychain/key-vault.ts";
import { KeychainUnavailable, tokenAccount } from "../../base/keychain/keychain.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { normalizeBaseUrl } from "../../client/connection-input.ts";
import type { Fetch } from "../../client/transport.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import { RelaySubscriber } from "./relay-subscriber.ts";
import type { EventFollower } from "./live/event-follower.ts";

type KeptAccounts = Pick<UserData, "keptEventAccounts" | "saveKeptEventAccounts">;

/** The relay's token of each connection, stored in the keychain next to its API key. */
export class EventVault {
  readonly #vault: KeyVault;
  readonly #userData: KeptAccounts;

  constructor(vault: KeyVault, userData: KeptAccounts) {
    this.#vault = vault;
    this.#userData = userData;
  }

  /** The token for requests to one relay. @param relayUrl empty without a relay. */
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
      // If the keychain is unusable and never stored the token, nothing remains.
      if (isKept || !(thrown instanceof KeychainUnavailable)) throw thrown;
    });
    await this.#userData.saveKeptEventAccounts(profileId, []);
  }
}

const OTHER_RELAY =
  "The stored token is for another relay, and is not sent to this one. Enter the token of this relay.";

export interface ConnectionParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: EventVault;
  settings(profileId: string): Promise<EventSettings>;
}

/** Connects the relay of an open profile with the profile's event follower. */
export class EventConnection {
  readonly #parts: ConnectionParts;
  readonly #profileId: string;
  readonly #follower: EventFollower;
  readonly #change = oneAtATime();
  #source: RelaySubscriber | null = null;
  #problem: string | null = null;
  #refused: () => RefusalCounts = () => ({});
  #isClosed = false;

  constructor(parts: ConnectionParts, profileId: string, follower: EventFollower) {
    this.#parts = parts;
    this.#profileId = profileId;
    this.#follower = follower;
  }

  get state(): EventState {
    const { live, recent } = this.#follower;
    return {
      state: live?.state ?? null,
      confirmedAt: live?.confirmedAt ?? null,
      problem: this.#problem,
      recent: [...recent.events],
      refused: this.#refused(),
    };
  }

  /** Restarts with the current settings. */
  restart(): Promise<void> {
    return this.#change(async () => {
      await this.#stop();
      if (this.#isClosed) return;
      await this.#start().catch((cause: unknown) => {
        this.#parts.log.warn("events are not followed", { cause });
        this.#fail(cause instanceof AppFailure ? cause.message : UNKNOWN_PROBLEM);
      });
    });
  }

  /** Closes without waiting for the keychain, which may be asking the user. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const source = this.#source;
    this.#source = null;
    await source
      ?.close()
      .catch((cause: unknown) => this.#parts.log.warn("events did not end well", { cause }));
    this.#problem = null;
    this.#refused = () => ({});
  }

  async #start(): Promise<void> {
    const settings = await this.#parts.settings(this.#profileId);
    if (settings.source === "none") return this.#follower.follow(null);
    await this.#subscribe(settings);
  }

  /** Subscribes to a relay. */
  async #subscribe({ relayUrl, collectSeconds }: EventSettings): Promise<void> {
    const { fetch, clock, vault } = this.#parts;
    const follower = this.#follower;
    follower.follow({ name: relayUrl, collectSeconds });
    const { key: token, problem } = await vault.token(this.#profileId, relayUrl);
    if (this.#isClosed) return;
    if (token === null) return this.#fail(problem ?? "Enter the token of this relay.");
    this.#source = new RelaySubscriber({
      url: normalizeBaseUrl(relayUrl),
      token,
      fetch,
      clock,
      place: follower.place,
      onEvent: (event, place) => follower.accept(event, place),
      onGap: () => follower.noteGap(),
      onRefused: (refused) => {
        this.#refused = () => refused;
      },
      onState: (state, why) => {
        this.#problem = why;
        follower.noteSource(state, state === "live");
      },
    });
  }

  /** The user must complete the settings. The keychain is not read again by itself, because it may show a dialog. */
  #fail(problem: string): void {
    if (this.#isClosed) return;
    this.#problem = problem;
    this.#follower.noteSource("refused", false);
  }
}

const UNKNOWN_PROBLEM = "Events cannot be followed. The log has the details.";
