import { VisuallyHidden } from "@mantine/core";
import { formatCount } from "../../base/format.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { isNarrowed } from "../../../shared/query/is-narrowed.ts";
import classes from "./unseen-changes.module.css";
import { badgeDescription, unseenTotal } from "./messages.ts";
import { useTrackedView, useUnseenCounts } from "./use-unseen-changes.ts";

const MOST = 999;

/** How many records of a table's present view have unseen changes, beside the screen's name. */
export function UnseenChangesBadge({ resource }: { readonly resource: Resource }) {
  const view = useTrackedView(resource);
  const unseen = useUnseenCounts(view);
  const total = unseen?.seen ? unseenTotal(unseen) : 0;
  if (!unseen || total === 0) return null;
  return (
    <span className={classes.badge} data-testid={`unseen-${resource}`}>
      <span aria-hidden>{total > MOST ? `${formatCount(MOST)}+` : formatCount(total)}</span>
      <VisuallyHidden component="span">
        {badgeDescription(total, unseen.more || unseen.cutOff, isNarrowed(view.query))}
      </VisuallyHidden>
    </span>
  );
}
