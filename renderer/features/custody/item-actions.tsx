import { IconHistory, IconNote } from "@tabler/icons-react";
import { useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { IconButton } from "../../ui/buttons.tsx";
import { defineDialog } from "../../ui/dialog.tsx";
import { CustodyDialog } from "./custody-dialog.tsx";
import { HISTORY, NOTE } from "./messages.ts";

/** The dialog with the note on an item. */
export const noteDialog = defineDialog(lazyPart(() => import("./note-dialog.tsx"), "NoteDialog"));

interface ItemActionsProps {
  readonly id: string;
  readonly name: string;
}

/** Buttons for an item's notes and for its history of holders. */
export function ItemActions({ id, name }: ItemActionsProps) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={IconNote}
        size="sm"
        label={NOTE.title({ item: name })}
        title={NOTE.title({ item: name })}
        onClick={() => noteDialog.open({ id, name })}
      />
      <IconButton
        icon={IconHistory}
        size="sm"
        label={HISTORY.label({ label: name })}
        title={HISTORY.label({ label: name })}
        onClick={() => setIsHistoryOpen(true)}
      />
      {isHistoryOpen && (
        <CustodyDialog subject={{ kind: "item", id, label: name }} onClose={() => setIsHistoryOpen(false)} />
      )}
    </>
  );
}
