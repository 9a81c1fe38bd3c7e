import { AppFailure, invalidInput } from "../../../../shared/base/errors.ts";
import { MAX_SECRETS, type WebhookEvent } from "../../../../shared/features/collector/webhook-events.ts";
import { ApiClient } from "../../../client/api-client.ts";
import { dataFolder } from "../../../store/database/data-folder.ts";
import { openConnection, type OpenConnection } from "../../connections/public.ts";
import { EventFollower } from "./event-follower.ts";
import { Deliveries, type DeliveryOptions } from "../serving/webhooks/deliveries.ts";
import { SenderLimits } from "../serving/webhooks/sender.ts";
import { secretProblem } from "../serving/webhooks/verify-delivery.ts";
import { mailFolder, type CollectorOptions } from "../collector-options.ts";
import { copyDamage } from "../serving/own-file.ts";
import type { MailingStore } from "../serving/mailing-store.ts";
import type { Mailings } from "./mailings/mailings.ts";
import type { ServedStore } from "../serving/served-store.ts";
import type { TeamRules } from "./team-rules.ts";
import { BODY_MS } from "../serving/collector-server.ts";

/** A copy with its engine, and with the follower of the service's events. */
interface CollectedCopy {
  readonly connection: OpenConnection;
  /** The follower of events; null if the service delivers no events. */
  readonly follower: EventFollower | null;
}

/** A listener to the changes of a copy. */
export interface CopyListener {
  /** Called when the copy may have changed, and when a pass has ended. */
  readonly onChanged: () => void;
  /** Called after a pass, when all columns are computed. */
  readonly onComputed: () => void;
  readonly onDamage: (failure: AppFailure) => void;
}

/**
 * Opens a copy with the engine that refreshes it.
 * @param team evaluates rules after each pass. `team` also supplies the team's records for the computed columns.
 */
export async function openCopy(
  { connectionId, clock, log, settings, computations, webhooks }: CollectorOptions,
  folder: string,
  team: TeamRules,
  { onChanged, onComputed, onDamage }: CopyListener,
): Promise<CollectedCopy> {
  let follower: EventFollower | null = null;
  let lastOutcome = "";
  const connection = await openConnection({
    folder,
    connectionId,
    clock,
    log,
    settings,
    computations,
    own: null,
    records: (document) => team.records(document),
    onStatus: ({ pass, lastPassAt, error }) => {
      const outcome = JSON.stringify([lastPassAt, error?.kind]);
      if (pass !== null || outcome === lastOutcome) return;
      lastOutcome = outcome;
      if (error?.reason === "corrupt")
        onDamage(copyDamage(dataFolder(folder).inventory, new AppFailure(error)));
      onChanged();
    },
    onDataChanged: onChanged,
    onHistory: () => {
      onChanged();
      team.passEnded();
      onComputed();
    },
    followPasses: webhooks && ((opened) => (follower = new EventFollower({ ...opened, clock, log }))),
  });
  return { connection, follower };
}

/**
 * Makes the sender of mail from a copy, and takes over the mailings.
 * @param refuses whether a new mailing with an unknown view is refused.
 * @param isRestored whether the store was restored from a backup.
 * @returns null if the collector sends no mail; then the code for mail is not loaded.
 * @throws AppFailure `invalid_input`; an error of the store.
 */
export async function takeMailings(
  { mail, clock, log, connectionId, folder }: CollectorOptions,
  inventory: string,
  store: MailingStore & Pick<ServedStore, "teamRecords">,
  { refuses, isRestored }: { readonly refuses: boolean; readonly isRestored: boolean },
  onMailed: () => void,
): Promise<Mailings | null> {
  if (!mail) return null;
  const loaded = await import("./mailings/mailings.ts");
  const common = { mail, clock, log, connectionId, inventory, store, team: store, isRestored, onMailed };
  const mailings = new loaded.Mailings({ ...common, folder: mailFolder(folder) });
  await mailings.take(refuses);
  return mailings;
}

/** Makes the client of the service for an engine. */
export const clientOf = (
  { baseUrl, key, fetch, clock }: CollectorOptions,
  { engine }: OpenConnection,
): ApiClient => new ApiClient({ baseUrl, key, fetch, clock, onWait: (wait) => engine.noteWait(wait) });

/**
 * Makes the handler of the service's deliveries. An event only names a record to request. So if a crash loses an event,
 * the next pass finds its change.
 * @param accept takes an event, and returns whether it is new. If it throws, the service gets 503 and delivers the
 * event again.
 * @returns null if the service delivers no events.
 */
export function deliveriesOf(
  { webhooks, clock }: CollectorOptions,
  accept: (event: WebhookEvent) => boolean,
): Deliveries | null {
  if (!webhooks) return null;
  requireSecrets(webhooks);
  return new Deliveries(webhooks, new SenderLimits(clock), clock, accept, BODY_MS);
}

/** Refuses unusable secrets. @throws AppFailure `invalid_input` for secrets that cannot be used. */
function requireSecrets({ secrets, scheme }: DeliveryOptions): void {
  if (secrets.length === 0 || secrets.length > MAX_SECRETS)
    throw invalidInput(`A collector takes 1 to ${MAX_SECRETS} secrets of events, not ${secrets.length}.`);
  for (const [at, secret] of secrets.entries()) {
    const problem = secretProblem(secret, scheme);
    if (problem !== null) throw invalidInput(`Secret ${at + 1} ${problem}.`);
  }
}
