import type { WebhookEvent } from "../../../shared/features/webhooks/webhook-events.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { ApiClient } from "../../client/api-client.ts";
import { openProfile, type OpenProfile } from "../connections/open-profile.ts";
import type { EventFollower, EventSource } from "../webhooks/live/event-follower.ts";
import { Deliveries } from "../webhooks/receiver/deliveries.ts";
import { requireSecrets } from "../webhooks/receiver/receiver.ts";
import { SenderLimits } from "../webhooks/receiver/sender.ts";
import type { CollectorOptions } from "./collector-options.ts";
import type { TeamRules } from "./team-rules.ts";
import { BODY_MS } from "./collector-server.ts";

/** The source of events: they are collected for a second at most. */
const WEBHOOKS: EventSource = { name: "webhooks", collectSeconds: 0.3, longestSeconds: 1 };

/** A copy with its engine, and what takes the service's events. */
interface CollectedCopy {
  readonly profile: OpenProfile;
  readonly follower: EventFollower | null;
}

/** Hears of a copy. */
interface CopyListener {
  /** Called when the copy may have changed. */
  readonly onChanged: () => void;
  readonly onStatus: (status: SyncStatus) => void;
}

/**
 * Opens a copy with the engine that refreshes it.
 * @param team evaluates rules after each pass, and has the records on which columns depend.
 */
export async function openCopy(
  { profileId, clock, log, settings, computations, webhooks }: CollectorOptions,
  folder: string,
  team: TeamRules,
  { onChanged, onStatus }: CopyListener,
): Promise<CollectedCopy> {
  let follower: EventFollower | null = null;
  const profile = await openProfile({
    folder,
    profileId,
    clock,
    log,
    settings,
    computations,
    own: null,
    records: (document) => team.records(document),
    onStatus,
    onDataChanged: onChanged,
    onHistory: () => {
      onChanged();
      team.evaluate();
    },
    onEvents: () => {},
    followEvents: (opened) => {
      follower = opened;
      return () => Promise.resolve();
    },
  });
  if (webhooks) (follower as EventFollower | null)?.follow(WEBHOOKS);
  return { profile, follower };
}

/** The client of the service for an engine. */
export const clientOf = (
  { baseUrl, key, fetch, clock }: CollectorOptions,
  { engine }: OpenProfile,
): ApiClient => new ApiClient({ baseUrl, key, fetch, clock, onWait: (wait) => engine.noteWait(wait) });

/**
 * Makes the handler of the service's deliveries. An event only says which record to ask for. So one that a crash loses
 * costs no more than the wait for the next pass.
 * @param accept takes an event. If it throws, the service gets 503 and delivers again.
 * @returns null if the service delivers none.
 */
export function deliveriesOf(
  { webhooks, clock }: CollectorOptions,
  accept: (event: WebhookEvent) => void,
): Deliveries | null {
  if (!webhooks) return null;
  requireSecrets(webhooks);
  const take = (event: WebhookEvent): Promise<boolean> =>
    new Promise((resolve) => {
      accept(event);
      resolve(true);
    });
  return new Deliveries(webhooks, new SenderLimits(clock), clock, take, BODY_MS);
}
