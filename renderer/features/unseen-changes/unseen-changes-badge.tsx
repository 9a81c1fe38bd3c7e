import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isNarrowed } from "../../../shared/query/query.ts";
import { CountBadge } from "../../ui/count-badge.tsx";
import { badgeDescription, unseenTotal } from "./messages.ts";
import { useTrackedView, useUnseenCounts } from "./use-unseen-changes.ts";

/** The number of unseen changes next to the screen's name. It counts records of the table's present view. */
export function UnseenChangesBadge({ resource }: { readonly resource: Resource }) {
  const view = useTrackedView(resource);
  const unseen = useUnseenCounts(view);
  const total = unseen?.seen ? unseenTotal(unseen) : 0;
  if (!unseen || total === 0) return null;
  return (
    <CountBadge
      count={total}
      description={badgeDescription(total, unseen.more || unseen.cutOff, isNarrowed(view.query))}
      testId={`unseen-${resource}`}
    />
  );
}
