import path from "node:path";
import type { EventState } from "../../../shared/contract/event-calls.ts";
import { AppFailure } from "../../../shared/domain/errors.ts";
import type { EventSettings } from "../../../shared/domain/event-settings.ts";
import type { RefusalCounts } from "../../../shared/domain/live-events.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { normalizeBaseUrl } from "../../client/base-url.ts";
import type { Fetch } from "../../client/transport.ts";
import { startReceiver } from "../../events/receiver/receiver.ts";
import { RelaySubscriber } from "../../events/relay-subscriber.ts";
import type { EventFollower } from "../../sync/live/event-follower.ts";
import type { EventVault } from "./event-vault.ts";

export interface ConnectionParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: EventVault;
  settings(profileId: string): Promise<EventSettings>;
  /** The folder of a profile's copy. */
  folderOf(profileId: string): string;
}

/** What ends a source. */
interface Source {
  close(): Promise<void>;
}

/** Ms after which a receiver that could not be started is tried again. */
const RETRY_EVERY = 60_000;

const NOTHING = { problem: null, listensAt: null } as const;

/** The way from where a profile's events come to what follows them, while the profile is open. */
export class EventConnection {
  readonly #parts: ConnectionParts;
  readonly #profileId: string;
  readonly #follower: EventFollower;
  readonly #change = oneAtATime();
  #source: Source | null = null;
  #said: { problem: string | null; listensAt: string | null } = NOTHING;
  #refused: () => RefusalCounts = () => ({});
  #isClosed = false;
  /** A receiver that is being started: it has files of the profile open. */
  #starting: Promise<unknown> | null = null;
  #retry: NodeJS.Timeout | null = null;

  constructor(parts: ConnectionParts, profileId: string, follower: EventFollower) {
    this.#parts = parts;
    this.#profileId = profileId;
    this.#follower = follower;
  }

  get state(): EventState {
    const { live, recent, reliability } = this.#follower;
    const { problem, listensAt } = this.#said;
    return {
      state: live?.state ?? null,
      confirmedAt: live?.confirmedAt ?? null,
      problem,
      listensAt,
      recent: [...recent.events],
      refused: this.#refused(),
      reliability,
    };
  }

  /** Restarts with the current settings. */
  restart(): Promise<void> {
    return this.#change(async () => {
      await this.#stop();
      if (this.#isClosed) return;
      await this.#start().catch((cause: unknown) => {
        this.#parts.log.warn("events are not followed", { cause });
        this.#fail(messageOf(cause));
        this.#tryAgain();
      });
    });
  }

  /** Does not wait for a keychain that asks the user. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#starting;
    await this.#stop();
  }

  async setLongerInterval(seconds: number | null): Promise<void> {
    await this.#follower.setLongerInterval(seconds);
  }

  async #stop(): Promise<void> {
    const source = this.#source;
    this.#source = null;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = null;
    await source
      ?.close()
      .catch((cause: unknown) => this.#parts.log.warn("events did not end well", { cause }));
    this.#said = NOTHING;
    this.#refused = () => ({});
  }

  async #start(): Promise<void> {
    const settings = await this.#parts.settings(this.#profileId);
    if (settings.source === "none") return this.#follower.follow(null);
    if (settings.source === "relay") await this.#subscribe(settings);
    else await this.#listen(settings);
  }

  /** Subscribes to a relay. */
  async #subscribe({ relayUrl, collectSeconds }: EventSettings): Promise<void> {
    const { fetch, clock, vault } = this.#parts;
    const follower = this.#follower;
    follower.follow({ name: relayUrl, resumes: true, collectSeconds });
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
        this.#said = { ...this.#said, problem: why };
        follower.noteSource(state, state === "live");
      },
    });
  }

  /** Listens on this computer, for what a tunnel brings. */
  async #listen({ port, scheme, companyId, collectSeconds }: EventSettings): Promise<void> {
    const { clock, vault } = this.#parts;
    const follower = this.#follower;
    follower.follow({ name: "listener", resumes: false, collectSeconds });
    const { secrets, problem } = await vault.secrets(this.#profileId);
    if (this.#isClosed) return;
    if (scheme === null) return this.#fail("Say how the service signs its events.");
    if (secrets.length === 0) return this.#fail(problem ?? "Enter the signing secret.");
    const starting = startReceiver({
      file: path.join(this.#parts.folderOf(this.#profileId), "events.sqlite"),
      host: "127.0.0.1",
      port,
      scheme,
      secrets,
      companyId: companyId === "" ? undefined : companyId,
      clock,
      onEvents: (events) => {
        for (const event of events) follower.accept(event, null);
        follower.noteSource("live", true);
      },
    });
    this.#starting = starting.catch(() => {});
    const receiver = await starting;
    // The profile may have been closed meanwhile.
    if (this.#isClosed) return receiver.close();
    this.#source = receiver;
    this.#refused = () => receiver.counts().refused;
    this.#said = { problem: null, listensAt: `${receiver.url}/webhooks` };
    follower.noteSource("live", false);
  }

  /** The user enters in the settings what is missing. Nothing asks the keychain again by itself: it may show a dialog. */
  #fail(problem: string): void {
    if (this.#isClosed) return;
    this.#said = { ...this.#said, problem };
    this.#follower.noteSource("refused", false);
  }

  /** Another program may give the port back. */
  #tryAgain(): void {
    if (this.#isClosed) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      void this.restart();
    }, RETRY_EVERY);
    this.#retry.unref();
  }
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof AppFailure) return thrown.message;
  const isTaken = thrown instanceof Error && "code" in thrown && thrown.code === "EADDRINUSE";
  return isTaken
    ? "Another program listens on this port. Choose another one."
    : "Events cannot be followed. The log has the details.";
}
