import { queryOptions, useQuery } from "@tanstack/react-query";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { UpdateState } from "../../../shared/features/updates/updates.ts";
import { useHost } from "../../host/host-context.ts";
import { UPDATE_KEY } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";

const updateQuery = (host: HostApi) =>
  queryOptions({ queryKey: UPDATE_KEY, queryFn: () => unwrap(host.getUpdate()) });

/** Updates of the app, as the core last reported them; null until then. */
export function useUpdate(): UpdateState | null {
  return useQuery(updateQuery(useHost())).data ?? null;
}
