import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { succeeds } from "../../ui/notify.tsx";
import { readLayout, type Layout } from "./layout.ts";

const NAME = "overview";

const layoutQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: ["layout", NAME, profileId],
    queryFn: async () => readLayout(await unwrap(host.loadUiState({ profileId, name: NAME }))),
  });

/** The cards of the open connection's overview; undefined until they are loaded. */
export function useLayout(): readonly [Layout | undefined, (next: Layout) => void] {
  const copy = useConnectionApi();
  const client = useQueryClient();
  const query = layoutQuery(copy);
  const { data } = useQuery(query);
  const save = (next: Layout): void => {
    client.setQueryData(query.queryKey, next);
    const { host, profileId } = copy;
    void succeeds(host.saveUiState({ profileId, name: NAME, value: JSON.stringify(next) }));
  };
  return [data, save];
}
