import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TeamSummary } from "../../shared/features/team/team-calls.ts";
import { unwrap } from "../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "./host-context.ts";
import { LOCAL_DATA, refetch } from "./query-client.ts";

const teamQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "team", connectionId],
    queryFn: () => unwrap(host.readTeam({ connectionId })),
  });

/** The current state of the open connection's team; undefined until it is loaded. */
export function useTeam(): TeamSummary | undefined {
  const api = useConnectionApi();
  const client = useQueryClient();
  useEffect(
    () =>
      api.host.onTeam(({ connectionId }) => {
        if (connectionId === api.connectionId) void refetch(client, teamQuery(api).queryKey);
      }),
    [api, client],
  );
  return useQuery(teamQuery(api)).data;
}
