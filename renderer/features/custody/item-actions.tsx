import { IconHistory, IconNote } from "@tabler/icons-react";
import { useState } from "react";
import { IconButton } from "../../ui/buttons.tsx";
import { CustodyDialog } from "./custody-dialog.tsx";
import { historyLabel, noteOn } from "./messages.ts";
import { NoteDialog } from "./note-dialog.tsx";

interface ItemActionsProps {
  readonly id: string;
  readonly name: string;
}

/** Buttons for an item's note and its former notes, and for who had it. */
export function ItemActions({ id, name }: ItemActionsProps) {
  const [open, setOpen] = useState<"history" | "note" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
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
    </>
  );
}
