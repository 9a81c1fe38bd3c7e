import { IconHistory, IconNote } from "@tabler/icons-react";
import { useState } from "react";
import { CustodyDialog } from "../../inventory/custody/custody-dialog.tsx";
import { noteOn } from "../../inventory/custody/messages.ts";
import { NoteDialog } from "../../inventory/custody/note-dialog.tsx";
import { IconButton } from "../../ui/buttons.tsx";
import { historyLabel } from "./messages.ts";
import classes from "./checked-out.module.css";

interface ItemActionsProps {
  readonly id: string;
  readonly name: string;
}

/** What can be opened about one item. */
export function ItemActions({ id, name }: ItemActionsProps) {
  const [open, setOpen] = useState<"history" | "note" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <span className={classes.actions}>
      <IconButton
        icon={IconNote}
        size="sm"
        label={noteOn(name)}
        title={noteOn(name)}
        onClick={() => setOpen("note")}
      />
      <IconButton
        icon={IconHistory}
        size="sm"
        label={historyLabel(name)}
        title={historyLabel(name)}
        onClick={() => setOpen("history")}
      />
      {open === "note" && <NoteDialog itemId={id} itemName={name} onClose={close} />}
      {open === "history" && <CustodyDialog subject={{ kind: "item", id, label: name }} onClose={close} />}
    </span>
  );
}
