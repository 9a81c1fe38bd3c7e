import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { NO_UNITS, type Units } from "../../../shared/domain/units.ts";
import { useLocalCopy, type LocalCopy } from "../../host/host-context.ts";
import { LOCAL_DATA, UNITS_KEY } from "../../host/query-client.ts";
import { succeeds } from "../../ui/notify.tsx";
import { unwrap } from "../../host/unwrap.ts";

const unitsQuery = ({ host, profileId }: LocalCopy) =>
  queryOptions({
    queryKey: [LOCAL_DATA, UNITS_KEY, profileId],
    queryFn: () => unwrap(host.getUnits({ profileId })),
  });

/** The units of the open connection's numbers; none until they are loaded. */
export function useUnits(): Units {
  return useQuery(unitsQuery(useLocalCopy())).data ?? NO_UNITS;
}

/** Saves units, which the page shows at once. */
export function useSaveUnits(): (units: Units) => Promise<void> {
  const copy = useLocalCopy();
  const client = useQueryClient();
  const { queryKey } = unitsQuery(copy);
  return async (units) => {
    client.setQueryData(queryKey, units);
    const saved = await succeeds(copy.host.saveUnits({ profileId: copy.profileId, units }));
    if (!saved) await client.invalidateQueries({ queryKey });
  };
}
