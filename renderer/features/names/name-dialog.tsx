import { Autocomplete, Button, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import {
  blankEntry,
  nameRecord,
  isBlank,
  MAX_NAME,
  MAX_NOTE,
  tidyEntry,
  type NameEntry,
} from "../../../shared/features/names/names.ts";
import { sortNaturally } from "../../../shared/base/text/natural-order.ts";
import { useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { EDIT_NAME, nameSaved, PART_LABELS } from "./messages.ts";
import { namesQuery, type Names } from "../../inventory/names/name-queries.ts";
import classes from "./names.module.css";
import { ACTIONS } from "../../ui/messages.ts";

export function NameDialog({ request: id, onClose }: DialogProps<string>) {
  const { data: names } = useQuery(namesQuery(useConnectionApi()));
  return names && <NameForm key={id} id={id} names={names} onClose={onClose} />;
}

interface NameFormProps {
  readonly id: string;
  readonly names: Names;
  readonly onClose: () => void;
}

function NameForm({ id, names, onClose }: NameFormProps) {
  // The entry when the dialog opened, because another user may change it meanwhile.
  const [before] = useState(names.get(id));
  const [entry, setEntry] = useState<NameEntry>(before ?? blankEntry(id));
  const [busy, setBusy] = useState(false);
  const save = useSaveRecords("names");
  const change = (part: Partial<NameEntry>): void => setEntry((now) => ({ ...now, ...part }));
  const saveEntry = async (wanted: NameEntry): Promise<void> => {
    const tidy = tidyEntry(wanted);
    setBusy(true);
    const saved = await succeeds(
      save([{ id, value: nameRecord(tidy), seen: before ? nameRecord(before) : null }]),
    );
    setBusy(false);
    if (!saved) return;
    if (tidy.name !== (before?.name ?? "")) notifications.show({ message: nameSaved(id, tidy.name) });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void saveEntry(entry);
  };
  return (
    <Dialog onClose={onClose} title={EDIT_NAME.title} closeAs="cancel">
      <form className={`sd-form ${classes.form}`} onSubmit={submit}>
        <p className="sd-note">{EDIT_NAME.intro}</p>
        <p>
          <span className="sd-dimmed">{PART_LABELS.id}</span> <span className="sd-mono">{id}</span>
        </p>
        <TextInput
          label={PART_LABELS.name}
          value={entry.name}
          maxLength={MAX_NAME}
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Autocomplete
          size="xs"
          label={PART_LABELS.team}
          value={entry.team}
          maxLength={MAX_NAME}
          data={teamsOf(names)}
          onChange={(team) => change({ team })}
        />
        <Textarea
          size="xs"
          label={PART_LABELS.note}
          value={entry.note}
          maxLength={MAX_NOTE}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <FormButtons>
          {before && (
            <PlainButton me="auto" disabled={busy} onClick={() => void saveEntry(blankEntry(id))}>
              {EDIT_NAME.remove}
            </PlainButton>
          )}
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={!before && isBlank(tidyEntry(entry))}>
            {EDIT_NAME.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** The teams in the name book, as suggestions. With them, users write the name of a team always in the same way. */
function teamsOf(names: Names): string[] {
  const teams = new Set([...names.values()].map(({ team }) => team).filter((team) => team !== ""));
  return [...sortNaturally([...teams], (team) => team)];
}
