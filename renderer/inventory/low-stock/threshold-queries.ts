import { queryOptions } from "@tanstack/react-query";
import type { LocalCopy } from "../../host/host-context.ts";
import { LOCAL_DATA, THRESHOLDS_KEY } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";

/** The low-stock thresholds of a connection, by material type. */
export const thresholdsQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, THRESHOLDS_KEY, profileId],
    queryFn: () => unwrap(host.getThresholds({ profileId })),
  });
