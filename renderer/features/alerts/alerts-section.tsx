import { Button, Group, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { AlertSettings } from "../../../shared/features/alerts/alerts.ts";
import { useHost } from "../../host/host-context.ts";
import { alertSettingsQuery, useAlertSettings } from "./alert-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { ALERTS } from "./messages.ts";
import { QuietHours } from "./quiet-hours.tsx";
import { Section } from "../../ui/section.tsx";

/** The settings of alert notifications, with a link to the rules. */
export function AlertsSection() {
  const known = useAlertSettings();
  const navigate = useNavigate();
  const saveSettings = useSaveAlertSettings();
  const save = (settings: AlertSettings): void => void saveSettings(settings);
  return (
    <Section title={ALERTS.title} intro={ALERTS.intro}>
      {known && <Notifications known={known} onChange={save} />}
      {known && <QuietHours settings={known.settings} onChange={save} />}
      <PlainButton onClick={() => void navigate({ to: "/alerts", search: { part: "rules" } })}>
        {ALERTS.open}
      </PlainButton>
    </Section>
  );
}

/** Saves the settings, which the page shows at once. */
function useSaveAlertSettings(): (settings: AlertSettings) => Promise<void> {
  const host = useHost();
  const client = useQueryClient();
  const { queryKey } = alertSettingsQuery(host);
  return async (settings) => {
    client.setQueryData(queryKey, (known) => known && { ...known, settings });
    if (!(await succeeds(host.saveAlertSettings(settings)))) await client.invalidateQueries({ queryKey });
  };
}

interface NotificationsProps {
  readonly known: CallOutput<"getAlertSettings">;
  readonly onChange: (settings: AlertSettings) => void;
}

/** Turns notifications on and shows one to see that they work. */
function Notifications({ known: { settings, available }, onChange }: NotificationsProps) {
  const host = useHost();
  const [answer, setAnswer] = useState<{ readonly problem: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    setAnswer(await valueOrNotice(host.testNotification()));
    setBusy(false);
  };
  return (
    <>
      <Switch
        label={ALERTS.notifications}
        description={available ? ALERTS.hint : ALERTS.unavailable}
        checked={settings.notifications}
        disabled={!available}
        onChange={(event) => onChange({ ...settings, notifications: event.currentTarget.checked })}
      />
      {available && (
        <Group gap={10}>
          <Button variant="default" loading={busy} onClick={() => void test()}>
            {ALERTS.test}
          </Button>
          <span role="status" className={answer?.problem ? "sd-problem" : undefined}>
            {answer && (answer.problem ?? ALERTS.works)}
          </span>
        </Group>
      )}
    </>
  );
}
