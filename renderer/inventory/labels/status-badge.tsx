import { valueLabel } from "./labels.ts";
import { statusClass, statusMark } from "./status-mark.ts";

/** An item's status as mark and word; one that the specification does not name is shown as the service sent it. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className={statusClass} data-status={statusMark(status)}>
      {valueLabel("status", status)}
    </span>
  );
}
