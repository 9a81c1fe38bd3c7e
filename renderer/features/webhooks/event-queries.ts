import { queryOptions, useQuery } from "@tanstack/react-query";
import type { EventState, FollowedEvents } from "../../../shared/features/webhooks/event-calls.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { EVENTS_KEY, LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

/** The settings of a connection's events, and whether their secrets are stored. */
export const eventsQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, EVENTS_KEY, profileId, "settings"],
    queryFn: () => unwrap(host.getEvents({ profileId })),
  });

/** The settings of the open connection's events; null until they are loaded. */
export function useEvents(): FollowedEvents | null {
  return useQuery(eventsQuery(useConnectionApi())).data ?? null;
}

/** The state of the open connection's events; null until known. */
export function useEventState(): EventState | null {
  const { host, profileId } = useConnectionApi();
  const { data } = useQuery({
    queryKey: [LOCAL_DATA, EVENTS_KEY, profileId, "state"],
    queryFn: () => unwrap(host.eventState({ profileId })),
    staleTime: 0,
  });
  return data ?? null;
}
