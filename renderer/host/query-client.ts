import { notifyManager, QueryClient } from "@tanstack/react-query";
import { clock } from "../base/clock.ts";
import type { PushPayload, HostApi } from "../../shared/contract/contract.ts";
import type { DocumentName } from "../../shared/contract/documents.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { RELATIVE_OPERATORS } from "../../shared/query/relative-time.ts";
import type { UpdateState } from "../../shared/features/updates/updates.ts";

/** The first part of every query key for data of the local copy. The resource and the connection follow it. */
export const LOCAL_DATA = "local";
/** Takes the place of the resource in the keys of observed changes. They belong to all resources. */
export const LOCAL_CHANGES = "changes";
/** Takes the place of the resource in the keys of observed history. */
export const LOCAL_HISTORY = "history";
/** Takes the place of the resource in the keys of users' documents. The connection and the document follow it. */
export const DOCUMENTS_KEY = "documents";
/** The document with the notes on items. */
export const NOTES = "itemNotes" satisfies DocumentName;
/** Takes the place of the resource in the keys of alerts and of their rules. */
export const ALERTS_KEY = "alerts";
/** The key of the settings of notifications, which all connections share. */
export const ALERT_SETTINGS_KEY = ["alert settings"] as const;
/** The key for the state of the app's update. */
export const UPDATE_KEY = ["update"] as const;
/**
 * The first part of the keys for records that the service itself returned. The resource and the connection follow it.
 */
export const VERIFIED_DATA = "verified";

/** Ms after which unused data are dropped. So neither a large table nor typing makes the heap grow. */
const KEEP_UNUSED_MS = 5_000;
/** Ms between two rounds of fetching again. A first pull commits several pages a second. */
const REFRESH_INTERVAL_MS = 200;

// Answers are rendered in the task that delivers them. The library's own timer could delay them by a frame.
notifyManager.setScheduler(queueMicrotask);

/**
 * The page's cache. The local copy reports its changes, so only results that depend on the time become stale on their
 * own.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEEP_UNUSED_MS,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Calls go to the core on this computer, which needs no network.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Removes all data of one connection, and discards answers that arrive later. */
export function dropConnection(client: QueryClient, connectionId: string): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === connectionId });
}

/**
 * Fetches data on screen again after a change. Requests for data that are not on screen yet restart too, because their
 * answers may be older than the change.
 */
export async function refetch(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
}

const RELATIVE_CONDITION = new RegExp(String.raw`"op\\*":\\*"(?:${RELATIVE_OPERATORS.join("|")})\\*"`, "u");
const PAST_DAY = /"asOf\\*":/u;

/** Whether a result changes as time passes. In some keys the query is a text, whose quotes are escaped. */
function isRelative({ queryHash }: { readonly queryHash: string }): boolean {
  return RELATIVE_CONDITION.test(queryHash) && !PAST_DAY.test(queryHash);
}

/** Fetches time-dependent results on screen again, as after a change of data. Results of a past day do not change. */
export async function refetchRelative(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: [LOCAL_DATA], predicate: isRelative });
}

function isUnseenChanges(
  [first, , ofConnection, what, ofView]: readonly unknown[],
  connectionId: string,
  view: string,
): boolean {
  return first === LOCAL_DATA && ofConnection === connectionId && what === "unseen" && ofView === view;
}

/** Fetches alerts and rules again when either changes. A rule contains its number of alerts, so both are needed. */
function followAlerts(host: HostApi, client: QueryClient): void {
  const refetchAlerts = ({ connectionId }: { readonly connectionId: string }): void =>
    void refetch(client, [LOCAL_DATA, ALERTS_KEY, connectionId]);
  host.onAlerts(refetchAlerts);
  host.onAlertRules(refetchAlerts);
  host.onAlertSettings(() => void refetch(client, ALERT_SETTINGS_KEY));
}

/** Shows each new state of an update. Pending answers are cancelled, because they are older than this state. */
function followUpdate(host: HostApi, client: QueryClient): void {
  host.onUpdate(
    (state) =>
      void client
        .cancelQueries({ queryKey: UPDATE_KEY })
        .then(() => client.setQueryData<UpdateState>(UPDATE_KEY, state)),
  );
}

/**
 * Fetches the data on screen again when the local copy changes. Only one round runs at a time, so that answers can
 * arrive.
 */
export function followDataChanges(host: HostApi, client: QueryClient): void {
  followAlerts(host, client);
  followUpdate(host, client);
  const changed = new Set<Resource>();
  let running = false;

  const round = async (): Promise<void> => {
    running = true;
    while (changed.size > 0) {
      // Any change of data may include observed changes.
      const parts: (Resource | typeof LOCAL_CHANGES)[] = [...changed, LOCAL_CHANGES];
      changed.clear();
      await Promise.all(parts.map((part) => refetch(client, [LOCAL_DATA, part])));
      await clock.wait(REFRESH_INTERVAL_MS);
    }
    running = false;
  };

  // A view that was marked as seen in one window has no unseen changes in any window.
  host.onSeen(({ connectionId, view }) => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => isUnseenChanges(queryKey, connectionId, view),
    });
  });
  host.onHistory(({ connectionId }) => {
    void refetch(client, [LOCAL_DATA, LOCAL_HISTORY, connectionId]);
    // The notes on returned items become former notes.
    void refetch(client, [LOCAL_DATA, DOCUMENTS_KEY, connectionId, NOTES]);
  });
  host.onRecordsChanged(({ connectionId, document }) => {
    void refetch(client, [LOCAL_DATA, DOCUMENTS_KEY, connectionId, document]);
  });
  host.onDataChanged(({ resources }: PushPayload<"dataChanged">) => {
    for (const resource of resources) changed.add(resource);
    // The rows of items contain the names of their locations and types.
    if (changed.has("types") || changed.has("locations")) changed.add("items");
    if (!running) void round();
  });
}
