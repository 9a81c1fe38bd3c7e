import { notifyManager, QueryClient } from "@tanstack/react-query";
import type { EventPayload, HostApi } from "../../shared/contract/contract.ts";
import type { Resource } from "../../shared/domain/resource-names.ts";
import { pause } from "../base/pause.ts";

/**
 * The first part of every key whose data come from the local copy of a resource. The resource is the second part and
 * the profile the third.
 */
export const LOCAL_DATA = "local";
/** Stands where a resource would in the keys of observed changes, which are of all resources. */
export const LOCAL_CHANGES = "changes";
/** The first part of the keys of what the service was asked for; resource and profile follow as above. */
export const VERIFIED_DATA = "verified";

/**
 * Windows that were scrolled out of sight, or searched away, are dropped after this: the heap must grow neither with the
 * table nor with what is typed. To ask again costs a few ms.
 */
const KEEP_UNUSED = 5_000;
/** A first pull commits several pages a second; the screen follows about this often. */
const REFRESH_INTERVAL = 200;

// An answer is shown in the task that brings it. By a timer, as the library has it, a frame may come between the two.
notifyManager.setScheduler(queueMicrotask);

/** The page's cache. The local copy says when it changed, so nothing is ever stale by itself or asked for twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEEP_UNUSED,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The calls go to the core beside the page, which answers without any network.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Removes everything that is of one profile; an answer that is still under way finds nobody who waits for it. */
export function dropProfile(client: QueryClient, profileId: string): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === profileId });
}

/**
 * Refetches what is on screen of a resource. A query that waits for its very first answer is asked anew as well:
 * the answer under way may be older than the change, and an invalidation alone would join it and be content.
 */
async function refetch(client: QueryClient, resource: Resource | typeof LOCAL_CHANGES): Promise<void> {
  const queryKey = [LOCAL_DATA, resource];
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
}

/** Whether a key is of a view's news. */
function isNews(
  [first, , ofProfile, what, ofView]: readonly unknown[],
  profileId: string,
  view: string,
): boolean {
  return first === LOCAL_DATA && ofProfile === profileId && what === "news" && ofView === view;
}

/**
 * Refetches what is on screen when the local copy changed. One round at a time: a round that began before a
 * change is followed by another, and a quick sequence of changes cannot starve the answers.
 */
export function followDataChanges(host: HostApi, client: QueryClient): void {
  const changed = new Set<Resource>();
  let running = false;

  const round = async (): Promise<void> => {
    running = true;
    while (changed.size > 0) {
      // Whatever changed, changes may have been observed.
      const parts: (Resource | typeof LOCAL_CHANGES)[] = [...changed, LOCAL_CHANGES];
      changed.clear();
      await Promise.all(parts.map((part) => refetch(client, part)));
      await pause(REFRESH_INTERVAL);
    }
    running = false;
  };

  // A view is looked at in one window, and is news in none.
  host.onSeen(({ profileId, view }) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => isNews(queryKey, profileId, view) });
  });
  host.onDataChanged(({ resources }: EventPayload<"dataChanged">) => {
    for (const resource of resources) changed.add(resource);
    // An item's row carries the names of its location and type.
    if (changed.has("types") || changed.has("locations")) changed.add("items");
    if (!running) void round();
  });
}
