import { IconHistory, IconNote } from "@tabler/icons-react";
import { useState } from "react";
import { IconButton, FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { CustodyDialog } from "./custody-dialog.tsx";
import { HISTORY, NOTE, noteText } from "./messages.ts";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  MAX_NOTE_TEXT,
  noteTextSchema,
  type ItemNote,
} from "../../../shared/features/custody/custody-calls.ts";
import { formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { succeeds } from "../../ui/notify.tsx";
import { itemNotesQuery } from "./note-queries.ts";

interface ItemActionsProps {
  readonly id: string;
  readonly name: string;
}

/** Buttons for an item's notes and for its history of holders. */
export function ItemActions({ id, name }: ItemActionsProps) {
  const [open, setOpen] = useState<"history" | "note" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <IconButton
        icon={IconNote}
        size="sm"
        label={NOTE.title({ item: name })}
        title={NOTE.title({ item: name })}
        onClick={() => setOpen("note")}
      />
      <IconButton
        icon={IconHistory}
        size="sm"
        label={HISTORY.label({ label: name })}
        title={HISTORY.label({ label: name })}
        onClick={() => setOpen("history")}
      />
      {open === "note" && <NoteDialog itemId={id} itemName={name} onClose={close} />}
      {open === "history" && <CustodyDialog subject={{ kind: "item", id, label: name }} onClose={close} />}
    </>
  );
}

interface NoteDialogProps {
  readonly itemId: string;
  readonly itemName: string;
  readonly onClose: () => void;
}

/** The dialog with the note on an item, and the item's former notes. */
function NoteDialog({ itemId, itemName, onClose }: NoteDialogProps) {
  const { data } = useQuery(itemNotesQuery(useConnectionApi(), itemId));
  const former = data?.filter(({ archivedAt }) => archivedAt !== null) ?? [];
  return (
    <Dialog title={NOTE.title({ item: itemName })} closeAs="cancel" onClose={onClose}>
      {data && (
        <NoteForm
          itemId={itemId}
          note={data.find(({ archivedAt }) => archivedAt === null) ?? null}
          onClose={onClose}
        />
      )}
      {former.length > 0 && (
        <>
          <h3>{NOTE.former}</h3>
          <ul className="sd-list">
            {former.map((note) => (
              <li key={note.id} className="sd-wrap">
                {noteText(note)}{" "}
                <span className="sd-dimmed">{NOTE.until({ day: formatDay(note.archivedAt ?? "") })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface NoteFormProps {
  readonly itemId: string;
  readonly note: ItemNote | null;
  readonly onClose: () => void;
}

function NoteForm({ itemId, note, onClose }: NoteFormProps) {
  const { host, connectionId } = useConnectionApi();
  const [text, setText] = useState(note?.text ?? "");
  const [askedOn, setAskedOn] = useState(note?.askedOn ?? "");
  const draft = noteTextSchema.safeParse({
    itemId,
    text: text.trim(),
    askedOn: askedOn === "" ? null : askedOn,
  });
  const save = async (): Promise<void> => {
    if (draft.success && (await succeeds(host.saveItemNote({ connectionId, note: draft.data })))) onClose();
  };
  return (
    <form
      className="sd-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={NOTE.text}
        placeholder={NOTE.example}
        maxLength={MAX_NOTE_TEXT}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        label={NOTE.askedOn}
        type="date"
        w={180}
        value={askedOn}
        onChange={(event) => setAskedOn(event.currentTarget.value)}
      />
      <FormButtons>
        {note && (
          <PlainButton
            me="auto"
            onClick={() =>
              void succeeds(host.deleteItemNote({ connectionId, id: note.id })).then(
                (done) => done && onClose(),
              )
            }
          >
            {NOTE.delete}
          </PlainButton>
        )}
        <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
        <PlainButton type="submit" variant="filled" disabled={!draft.success}>
          {ACTIONS.save}
        </PlainButton>
      </FormButtons>
    </form>
  );
}
