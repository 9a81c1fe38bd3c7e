import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  MAX_NOTE_TEXT,
  noteTextSchema,
  type ItemNote,
} from "../../../shared/features/custody/custody-calls.ts";
import { formatDay } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { rowsByIdsQuery } from "../../inventory/records/record-queries.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { succeeds } from "../../ui/notify.tsx";
import { NOTE, noteText } from "./messages.ts";
import { itemNotesQuery } from "./note-queries.ts";

/** The dialog with the note on an item, and the item's former notes. */
export function NoteDialog({
  request,
  onClose,
}: DialogProps<{ readonly id: string; readonly name: string }>) {
  const api = useConnectionApi();
  const { data, isPending } = useQuery(itemNotesQuery(api, request.id));
  const item = useQuery(rowsByIdsQuery(api, "items", [request.id]));
  const former = data?.filter(({ archivedAt }) => archivedAt !== null) ?? [];
  const open = data?.find(({ archivedAt }) => archivedAt === null) ?? null;
  const isOut = item.data?.rows[0]?.["status"] === "checked_out";
  // A dialog gives the focus to its field only if it opens with the field.
  if (isPending || item.isPending) return null;
  return (
    <Dialog title={NOTE.title({ item: request.name })} closeAs="cancel" onClose={onClose}>
      {data && (
        <NoteForm
          key={request.id}
          itemId={request.id}
          note={open}
          untilReturn={open?.untilReturn ?? isOut}
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
  /** The open note; null if the item has none. */
  readonly note: ItemNote | null;
  /** Whether the note is closed when the item is returned. */
  readonly untilReturn: boolean;
  readonly onClose: () => void;
}

function NoteForm({ itemId, note, untilReturn, onClose }: NoteFormProps) {
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
  const remove = async (id: string): Promise<void> => {
    if (await succeeds(host.deleteItemNote({ connectionId, id }))) onClose();
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
        placeholder={NOTE.example({ isOut: String(untilReturn) })}
        description={
          text.length >= MAX_NOTE_TEXT
            ? NOTE.full({ most: MAX_NOTE_TEXT })
            : NOTE.end({ isOut: String(untilReturn) })
        }
        maxLength={MAX_NOTE_TEXT}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {(untilReturn || askedOn !== "") && (
        <TextInput
          label={NOTE.askedOn}
          type="date"
          w={180}
          value={askedOn}
          onChange={(event) => setAskedOn(event.currentTarget.value)}
        />
      )}
      <FormButtons>
        {note && (
          <PlainButton me="auto" onClick={() => void remove(note.id)}>
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
