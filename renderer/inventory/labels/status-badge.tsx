import { valueLabel } from "./messages.ts";
import { statusClass, statusMark } from "./status-mark.ts";

interface StatusBadgeProps {
  readonly field?: string;
  readonly status: string;
}

/**
 * An item's status or a material type's stock level, as a mark with a label. An unknown status is shown as the service
 * sent it.
 */
export function StatusBadge({ field = "status", status }: StatusBadgeProps) {
  return (
    <span className={statusClass} data-status={statusMark(status)}>
      {valueLabel(field, status)}
    </span>
  );
}
