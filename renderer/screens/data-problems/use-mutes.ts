import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ProblemMute } from "../../../shared/domain/problems.ts";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { LOCAL_DATA, MUTES_KEY } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";

const mutesQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, MUTES_KEY, profileId],
    queryFn: () => unwrap(host.getMutes({ profileId })),
  });

const NONE: readonly ProblemMute[] = [];

/** What the user has muted; nothing until it is loaded. */
export function useMutes(): readonly ProblemMute[] {
  return useQuery(mutesQuery(useLocalCopy())).data ?? NONE;
}
