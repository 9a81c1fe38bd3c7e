import type { HandlersOf } from "../../../../shared/contract/declarations.ts";
import { z } from "zod";
import { invalidInput } from "../../../../shared/base/errors.ts";
import { parseJson } from "../../../../shared/base/text/json.ts";
import type { CallOutput } from "../../../../shared/contract/contract.ts";
import type { AlertDigest, DIGEST_CALLS } from "../../../../shared/features/alerts/digest.ts";
import { nextDue } from "../../../../shared/features/schedules/schedules.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import type { UserStore } from "../../../store/user-data/user-store.ts";
import type { Remote } from "../../../store/database/worker-rpc.ts";
import { letterId } from "../../mail/letter.ts";
import type { NewMail } from "../../mail/mail-job.ts";
import type { MailService } from "../../mail/mail-service.ts";
import { DueRuns } from "../../schedules/due-runs.ts";
import { digestOf, type ActiveAlerts } from "./digest-text.ts";

export interface AlertDigestsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Remote<UserStore>, "get" | "set" | "settleEntry">;
  readonly mail: Pick<MailService, "rowOf" | "send" | "outcome" | "forget">;
  readonly profiles: () => readonly { readonly profileId: string; readonly name: string }[];
  /** The digest that the user has set; null without one. */
  digest(profileId: string): Promise<AlertDigest | null>;
  /** Null while the connection has no whole copy. Alerts that fired after `since`, ms since the epoch, are new. */
  readonly activeAlerts: (profileId: string, since: number) => Promise<ActiveAlerts | null>;
  /** Called when the user has set up a digest. */
  onMailPlanned(profileId: string): void;
  onChange(profileId: string): void;
}

/** The state of a digest. Times are ms since the epoch by the local clock. */
const stateSchema = z.strictObject({
  /** The digest as the user saved it on this computer, JSON. */
  digest: z.string(),
  /** When it was saved. */
  anchor: z.number(),
  /** Up to when all due runs were done. */
  settledUntil: z.number(),
  /** The time of the last digest that was sent, or left out as empty; alerts that fired later are new. */
  last: z.number(),
});
type DigestState = Readonly<z.infer<typeof stateSchema>>;

/**
 * Sends digests of alerts by the local clock while this process lives. A missed run runs once, as soon as possible.
 * @security a digest that a backup restored waits until the user saves it here: nothing goes to recipients that were
 * set elsewhere.
 */
export class AlertDigests {
  readonly #options: AlertDigestsOptions;
  readonly #known = new Map<string, { readonly digest: AlertDigest; readonly state: DigestState | null }>();
  readonly #runs: DueRuns;

  constructor(options: AlertDigestsOptions) {
    this.#options = options;
    this.#runs = new DueRuns({
      clock: options.clock,
      planned: () => {
        const ids = new Set(options.profiles().map(({ profileId }) => profileId));
        return [...this.#known].flatMap(([id, { digest, state }]) =>
          state && ids.has(id) ? [{ id, timing: digest.timing, ...state }] : [],
        );
      },
      run: (profileId) => this.#run(profileId),
      onFailed: (cause) => options.log.warn("a digest of alerts was not made", { cause }),
      onChange: (profileId) => options.onChange(profileId),
    });
  }

  /** Reads the digests of all connections, and follows the clock. @throws AppFailure of kind `store`. */
  async load(): Promise<void> {
    this.#known.clear();
    const read = this.#options.profiles().map(async ({ profileId }) => {
      const digest = await this.#options.digest(profileId);
      if (digest) this.#known.set(profileId, { digest, state: await this.#stateOf(profileId, digest) });
    });
    await Promise.all(read);
    this.follow();
  }

  /** Takes a digest over that the user has saved or deleted. A run that was due before is dropped. */
  async changed(profileId: string): Promise<void> {
    const { store, mail, clock } = this.#options;
    const digest = await this.#options.digest(profileId);
    if (digest === null) {
      this.#known.delete(profileId);
      await store.set(entryOf(profileId), null);
      await mail.forget(sourceOf(profileId));
    } else {
      const now = clock.now();
      const former = this.#known.get(profileId)?.state;
      if (!former) this.#options.onMailPlanned(profileId);
      const last = former?.last ?? now;
      const state = { digest: JSON.stringify(digest), anchor: now, settledUntil: now, last };
      this.#known.set(profileId, { digest, state });
      await store.set(entryOf(profileId), JSON.stringify(state));
    }
    this.#options.onChange(profileId);
    this.follow();
  }

  /** The sources of all digests' messages. */
  sources(): readonly string[] {
    return [...this.#known.keys()].map(sourceOf);
  }

  /** Reports that the state of a message has changed; messages of other sources are ignored. */
  mailed(source: string): void {
    for (const profileId of this.#known.keys())
      if (sourceOf(profileId) === source) this.#options.onChange(profileId);
  }

  /** The state of a connection's digest. */
  show(profileId: string): CallOutput<"getAlertDigest"> {
    const known = this.#known.get(profileId);
    const mailed = this.#options.mail.outcome(sourceOf(profileId));
    if (!known?.state) return { nextRun: null, waits: known !== undefined, mailed };
    const { anchor, settledUntil } = known.state;
    const after = Math.max(this.#options.clock.now(), settledUntil);
    const next = nextDue(known.digest.timing, anchor, after);
    return { nextRun: new Date(next).toISOString(), waits: false, mailed };
  }

  /** Sends the digest now. @throws AppFailure `invalid_input` if the user has set none here. */
  send(profileId: string): void {
    if (!this.#known.get(profileId)?.state) throw invalidInput("Save the digest first.");
    this.#runs.begin(profileId);
  }

  /** Starts the due runs. Also called after sleep. */
  follow(): void {
    this.#runs.follow();
  }

  /** Starts no further run, and waits for the running ones. */
  async close(): Promise<void> {
    this.#runs.halt();
    await this.#runs.ended();
  }

  async #run(profileId: string): Promise<void> {
    const { clock, store, mail, profiles, activeAlerts } = this.#options;
    const known = this.#known.get(profileId);
    if (!known?.state) return;
    const began = clock.now();
    const former = mail.outcome(sourceOf(profileId));
    const sentAt = former?.state === "sent" ? Date.parse(former.at) : 0;
    const since = Math.max(known.state.last, sentAt);
    const due: DigestState = { ...known.state, settledUntil: began, last: since };
    // Settled in memory first: if the disk fails, the run must not become due again.
    this.#known.set(profileId, { ...known, state: due });
    const active = await activeAlerts(profileId, since);
    const connection = profiles().find((profile) => profile.profileId === profileId)?.name ?? "";
    const wanted = active !== null && (active.total > 0 || known.digest.sendsEmpty);
    const message: NewMail | null = wanted
      ? {
          id: letterId(sourceOf(profileId), String(began)),
          profileId,
          source: sourceOf(profileId),
          madeAt: began,
          to: [...known.digest.to],
          ...digestOf(connection, active, since),
          file: null,
          limitBytes: 0,
        }
      : null;
    // A message moves the time once it was sent.
    const settled = active !== null && message === null ? { ...due, last: began } : due;
    if (this.#known.get(profileId)?.state === due) this.#known.set(profileId, { ...known, state: settled });
    await store.settleEntry(entryOf(profileId), JSON.stringify(settled), message && mail.rowOf(message));
    if (message) mail.send(message);
  }

  /** The stored state; null if the digest is not the one that the user saved on this computer. */
  async #stateOf(profileId: string, digest: AlertDigest): Promise<DigestState | null> {
    const text = await this.#options.store.get(entryOf(profileId));
    const state = stateSchema.safeParse(parseJson(text)).data;
    return state?.digest === JSON.stringify(digest) ? state : null;
  }
}

const sourceOf = (profileId: string): string => `digest.${profileId}`;
const entryOf = (profileId: string): string => `digest.${profileId}`;

interface DigestHandlerParts {
  readonly digests: AlertDigests;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of digests of alerts. */
export function digestHandlers({ digests, startup: { opened } }: DigestHandlerParts) {
  return {
    getAlertDigest: ({ profileId }) => opened.then(() => digests.show(profileId)),
    sendAlertDigest: ({ profileId }) => opened.then(() => digests.send(profileId)),
  } satisfies HandlersOf<typeof DIGEST_CALLS>;
}
