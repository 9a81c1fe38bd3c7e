import { IconArchive, IconCircleCheck, IconHelpCircle, IconTransferOut } from "@tabler/icons-react";
import { valueWord } from "../format/value-words.ts";
import classes from "./status-badge.module.css";

const ICONS = {
  available: IconCircleCheck,
  checked_out: IconTransferOut,
  archived: IconArchive,
} as const;

const isKnown = (status: string): status is keyof typeof ICONS => Object.hasOwn(ICONS, status);

/** An item's status as icon and word; one that the specification does not name is shown as the service sent it. */
export function StatusBadge({ status }: { readonly status: string }) {
  const Icon = isKnown(status) ? ICONS[status] : IconHelpCircle;
  return (
    <span className={classes.badge} data-status={isKnown(status) ? status : "unknown"}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {valueWord("status", status)}
    </span>
  );
}
