import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { ViewNews } from "../../../shared/changes.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { LOCAL_DATA } from "../../app/query-client.ts";
import { useLocalCopy, type LocalCopy } from "../../app/profile-context.tsx";
import { unwrap } from "../../app/unwrap.ts";
import { compileQuery } from "../../table/filters/compile-query.ts";
import { useView } from "../../table/use-view.ts";
import { viewName } from "./view-name.ts";

/** The rows of an edited filter go first. */
const SETTLED = 250;

/** A view whose news are told. */
export interface LookedAtView {
  readonly resource: Resource;
  readonly name: string;
  readonly query: Query;
  /** True where rows come and go by the passing of time alone, which no change tells of. */
  readonly byTime: boolean;
}

/** The view of a table as it is set now: its quick view and its filters, without the search. */
export function useLookedAtView(resource: Resource): LookedAtView {
  const [{ quick, chips }] = useView(resource);
  const parts = useMemo(() => ({ quick, chips }), [quick, chips]);
  const [settled] = useDebouncedValue(parts, SETTLED);
  return useMemo(
    () => ({
      resource,
      name: viewName(resource, settled),
      query: compileQuery({ ...settled, search: "", sort: [] }),
      byTime: settled.chips.some((chip) => chip.enabled && chip.filter.kind === "relative"),
    }),
    [resource, settled],
  );
}

/**
 * What happened to a view since it was looked at. It is asked anew when the resource's rows change, and shared by
 * whoever shows it.
 * @param limit how many of the records behind the numbers come along.
 */
export const newsQuery = (
  { host, profileId }: LocalCopy,
  { resource, name, query }: LookedAtView,
  limit: number,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "news", name, limit],
    queryFn: () => unwrap(host.viewNews({ profileId, view: name, resource, query, limit })),
  });

/** The numbers of a view's news; undefined until they are known, `seen` false where it was never looked at. */
export function useNewsCounts(view: LookedAtView): (ViewNews & { readonly seen: boolean }) | undefined {
  return useQuery(newsQuery(useLocalCopy(), view, 0)).data;
}

/** Marks a view as looked at, up to that change, and counts anew. */
export function useMarkSeen(): (view: LookedAtView, upTo: number) => Promise<void> {
  const { host, profileId } = useLocalCopy();
  const client = useQueryClient();
  return useCallback(
    async ({ resource, name }, upTo) => {
      await unwrap(host.markSeen({ profileId, view: name, number: upTo }));
      await client.invalidateQueries({ queryKey: [LOCAL_DATA, resource, profileId, "news", name] });
    },
    [host, profileId, client],
  );
}
