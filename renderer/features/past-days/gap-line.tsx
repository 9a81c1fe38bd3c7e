import { useQuery } from "@tanstack/react-query";
import { CHANGED_NOT_AFTER } from "../../../shared/features/past-days/gap-columns.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { countQuery } from "../../table/query/result-queries.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { IN_GAP_HINT, inGapLabel } from "./messages.ts";

const IN_GAP = { kind: "presence", field: CHANGED_NOT_AFTER.name, empty: false } as const;

/** The number of rows whose change is not certain to be later than the day. It opens them. */
export function GapLine({ resource }: { readonly resource: Resource }) {
  const show = useShowRows();
  const query = { version: 1, filter: compileFilter(IN_GAP) } as const;
  const count = useQuery(countQuery(useConnectionApi(), resource, query)).data?.total ?? 0;
  if (count === 0) return null;
  return (
    <QuietButton title={IN_GAP_HINT} onClick={() => show(resource, [IN_GAP])}>
      {inGapLabel(resource, count)}
    </QuietButton>
  );
}
