import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { CustodyDialog } from "../../inventory/custody/custody-dialog.tsx";
import { IconButton } from "../../ui/buttons.tsx";
import { historyLabel } from "./messages.ts";
import classes from "./checked-out.module.css";

interface ItemActionsProps {
  readonly id: string;
  readonly name: string;
}

/** What can be opened about one item. */
export function ItemActions({ id, name }: ItemActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={classes.actions}>
      <IconButton icon={IconHistory} size="sm" label={historyLabel(name)} onClick={() => setIsOpen(true)} />
      {isOpen && (
        <CustodyDialog subject={{ kind: "item", id, label: name }} onClose={() => setIsOpen(false)} />
      )}
    </span>
  );
}
