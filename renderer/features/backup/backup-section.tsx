import { Group, Button, FileButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useHost } from "../../host/host-context.ts";
import { PlainButton, FormButtons } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { BACKUP, RESTORE, connectionSummary } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { useState } from "react";
import type { BackupSummary } from "../../../shared/features/backup/backup.ts";
import { MAX_BACKUP } from "../../../shared/features/backup/backup-tables.ts";
import type { AppError } from "../../../shared/base/errors.ts";
import { formatFullDateTime } from "../../base/format.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { ACTIONS } from "../../ui/messages.ts";

/** Saves all data that the user made as one file, and restores them. */
export function BackupSection() {
  const host = useHost();
  const save = async (): Promise<void> => {
    const saved = await valueOrNotice(host.saveBackup());
    if (saved?.file) notifications.show({ message: BACKUP.saved({ file: saved.file }) });
  };
  return (
    <Section title={BACKUP.title} intro={BACKUP.intro}>
      <Group gap={8}>
        <PlainButton onClick={() => void save()}>{BACKUP.save}</PlainButton>
        <RestoreButton />
      </Group>
    </Section>
  );
}

/** Opens the dialog that restores a backup. */
export function RestoreButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton onClick={() => setOpen(true)}>{RESTORE.button}</PlainButton>
      {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const refused = (message: string): AppError => ({ kind: "invalid_input", message });

interface Chosen {
  readonly text: string;
  readonly summary: BackupSummary;
}

/** The dialog that reads a backup, shows its content and restores it. Then the page reloads. */
function RestoreDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const host = useHost();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const restore = useMutationCall((text: string) => host.restoreBackup({ text }));
  const read = async (file: File | null): Promise<void> => {
    if (!file) return;
    setChosen(null);
    restore.reset();
    // In UTF-8, a character has at most four bytes.
    const text = file.size > MAX_BACKUP * 4 ? null : await file.text();
    if (text === null || text.length > MAX_BACKUP) return setProblem(refused(RESTORE.tooLarge));
    if (text === "") return setProblem(refused(RESTORE.emptyFile));
    const result = await host.readBackup({ text });
    setProblem(result.ok ? null : result.error);
    if (result.ok) setChosen({ text, summary: result.value });
  };
  const error = problem ?? errorOf(restore.error);
  return (
    <Dialog onClose={onClose} title={RESTORE.title} closeAs="cancel">
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) restore.mutate(chosen.text);
        }}
      >
        <p className="sd-note">{RESTORE.intro}</p>
        <FileButton accept=".json,application/json" onChange={(file) => void read(file)}>
          {(props) => (
            <PlainButton {...props} data-autofocus>
              {RESTORE.choose}
            </PlainButton>
          )}
        </FileButton>
        {error && <ErrorNotice error={error} />}
        {chosen && <Summary {...chosen.summary} />}
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={!chosen} loading={restore.isPending}>
            {RESTORE.restore}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

function Summary({ madeAt, connections }: BackupSummary) {
  return (
    <div role="status">
      <p>{RESTORE.madeOn({ time: formatFullDateTime(madeAt) })}</p>
      <ul className="sd-wrap">
        {connections.map((connection) => (
          <li key={`${connection.name} ${connection.baseUrl}`}>{connectionSummary(connection)}</li>
        ))}
      </ul>
      {connections.length === 0 ? (
        <p className="sd-note">{RESTORE.empty}</p>
      ) : (
        <p className="sd-note">{RESTORE.consequence}</p>
      )}
    </div>
  );
}
