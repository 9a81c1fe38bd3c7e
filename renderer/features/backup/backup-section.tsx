import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useHost } from "../../host/host-context.ts";
import { RestoreButton } from "./restore-button.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { BACKUP, backedUpTo } from "./messages.ts";
import { Section } from "../../ui/section.tsx";

/** Saves all data that the user made as one file, and restores it. */
export function BackupSection() {
  const host = useHost();
  const save = async (): Promise<void> => {
    const saved = await valueOrNotice(host.saveBackup());
    if (saved?.file) notifications.show({ message: backedUpTo(saved.file) });
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
