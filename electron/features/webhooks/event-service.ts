import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import {
  DEFAULT_EVENT_SETTINGS,
  type EventState,
  type FollowedEvents,
  type WEBHOOK_CALLS,
} from "../../../shared/features/webhooks/event-calls.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { normalizeBaseUrl } from "../../client/connection-input.ts";
import { testRelay } from "./relay-subscriber.ts";
import { tryDelivery } from "./verify-delivery.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import { forgetting } from "../../base/keychain/keychain.ts";
import type { EventFollower } from "./live/event-follower.ts";
import type { OriginGate } from "../policy/origin-gate.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import { EventConnection, type ConnectionParts } from "./event-connection.ts";

export interface EventServiceOptions extends Omit<ConnectionParts, "settings"> {
  readonly userData: UserData;
  readonly origins: OriginGate;
  /** @throws AppFailure `invalid_input` if there is no such profile. */
  requireProfile(profileId: string): void;
  /** Called when the settings of a profile have changed. */
  onChange(profileId: string): void;
}

const NOT_FOLLOWED: EventState = {
  state: null,
  problem: null,
  confirmedAt: null,
  recent: [],
  refused: {},
};

/** Live events of all connections: their settings, their secrets, and the connections to relays. */
export class EventService {
  readonly #options: EventServiceOptions;
  readonly #change = oneAtATime();
  /** The event connections of open profiles, by profile id. While one profile is opening, the former is still open. */
  readonly #open = new Map<string, EventConnection>();

  constructor(options: EventServiceOptions) {
    this.#options = options;
  }

  /** Begins to follow a profile's events. @returns a function that stops it. */
  follow(profileId: string, follower: EventFollower): () => Promise<void> {
    const { userData, origins } = this.#options;
    const parts = {
      ...this.#options,
      settings: async (id: string) => {
        const settings = await userData.eventSettings(id);
        // The policy may be newer than the settings.
        return origins.isForbidden(settings.relayUrl) ? DEFAULT_EVENT_SETTINGS : settings;
      },
    };
    const connection = new EventConnection(parts, profileId, follower);
    this.#open.set(profileId, connection);
    void connection.restart();
    return async () => {
      if (this.#open.get(profileId) === connection) this.#open.delete(profileId);
      await connection.close();
    };
  }

  async get(profileId: string): Promise<FollowedEvents> {
    const { userData, vault } = this.#options;
    const settings = await userData.eventSettings(profileId);
    // A connection without a relay must not make the keychain ask the user.
    if (settings === DEFAULT_EVENT_SETTINGS) return { settings, token: "none", keychainProblem: null };
    const { place, problem } = await vault.token(profileId, settings.relayUrl);
    return { settings, token: place, keychainProblem: problem };
  }

  /** @throws AppFailure `invalid_input` for a relay's URL that cannot be used; `keychain` if a forgotten token may remain. */
  save({ profileId, settings, token, forget }: CallInput<"saveEvents">): Promise<FollowedEvents> {
    const { vault } = this.#options;
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      const relayUrl = settings.relayUrl === "" ? "" : relayAddress(settings.relayUrl);
      if (settings.source === "relay" && relayUrl === "") throw invalidInput("Enter the URL of the relay.");
      if (relayUrl !== "") await this.#options.origins.require(relayUrl);
      try {
        if (forget === true) await forgetting(() => vault.forget(profileId));
        if (token !== undefined && relayUrl !== "") await vault.saveToken(profileId, relayUrl, token);
        await this.#options.userData.saveEventSettings(profileId, { ...settings, relayUrl });
      } finally {
        await this.#open.get(profileId)?.restart();
        this.#options.onChange(profileId);
      }
      return this.get(profileId);
    });
  }

  /** @throws AppFailure `invalid_input` for a URL that cannot be used, or without a token. */
  async testRelay({ profileId, relayUrl, token }: CallInput<"testRelay">): Promise<CallOutput<"testRelay">> {
    const { fetch, vault } = this.#options;
    const url = relayAddress(relayUrl);
    const used = token ?? (await vault.token(profileId, url)).key;
    if (used === null) throw invalidInput("Enter the token of this relay.");
    await this.#options.origins.require(url);
    return { problem: await testRelay({ fetch, url, token: used }) };
  }

  tryDelivery(input: CallInput<"tryDelivery">): CallOutput<"tryDelivery"> {
    const tried = tryDelivery({ ...input, now: this.#options.clock.now() });
    return tried.map((scheme) => ({ ...scheme, missing: [...scheme.missing] }));
  }

  state(profileId: string): EventState {
    return this.#open.get(profileId)?.state ?? NOT_FOLLOWED;
  }

  /** Removes the token of a profile. @throws KeychainUnavailable if it may remain. */
  forget(profileId: string): Promise<void> {
    return this.#options.vault.forget(profileId);
  }
}

/** @throws AppFailure `invalid_input`, with a message about the relay. */
function relayAddress(url: string): string {
  try {
    return normalizeBaseUrl(url);
  } catch {
    throw invalidInput(
      "The URL of the relay must begin with https:// (http:// on this computer only), without a user name, a query or a fragment.",
    );
  }
}

interface WebhookHandlerParts {
  readonly liveEvents: EventService;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of live events (specification 6). */
export function webhookHandlers({ liveEvents, startup: { opened } }: WebhookHandlerParts) {
  return {
    getEvents: ({ profileId }) => liveEvents.get(profileId),
    saveEvents: (input) => opened.then(() => liveEvents.save(input)),
    testRelay: (input) => liveEvents.testRelay(input),
    tryDelivery: (input) => liveEvents.tryDelivery(input),
    eventState: ({ profileId }) => liveEvents.state(profileId),
  } satisfies HandlersOf<typeof WEBHOOK_CALLS>;
}
