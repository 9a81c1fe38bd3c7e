import { queryOptions } from "@tanstack/react-query";
import type { ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import { unwrap } from "../../base/unwrap.ts";
import type { NamedType } from "./import-thresholds.ts";

/** Every material type's id and name. */
export const namedTypesQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "types", profileId, "named"],
    queryFn: async (): Promise<readonly NamedType[]> => {
      const types: NamedType[] = [];
      for (;;) {
        const window = { offset: types.length, limit: MAX_PAGE_ROWS };
        const query = { version: 1, sort: [{ field: "id", direction: "asc" }] } as const;
        const { rows } = await unwrap(
          host.queryPage({
            profileId,
            resource: "types",
            query: { ...query, sort: [...query.sort] },
            ...window,
          }),
        );
        types.push(...rows.map((row) => ({ id: String(row["id"]), name: String(row["name"] ?? "") })));
        if (rows.length < MAX_PAGE_ROWS) return types;
      }
    },
  });
