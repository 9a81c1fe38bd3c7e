import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";

/**
 * `useQuery` that sends its call while the component renders. So the core computes the answer while the page renders
 * the rest of its screen.
 */
export function useEarlyQuery<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const client = useQueryClient();
  const { queryKey, queryFn, enabled } = options;
  if (enabled !== false && queryFn && !client.getQueryState(queryKey))
    void client.prefetchQuery({ queryKey, queryFn });
  return useQuery(options);
}
