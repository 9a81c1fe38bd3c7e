import { Button, Group, Switch, Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { AlertSettings } from "../../../shared/features/alerts/alerts.ts";
import { useHost } from "../../host/host-context.ts";
import { alertSettingsQuery, useAlertSettings } from "./alert-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { ALERTS, quietEnd } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { formatWeekday } from "../../base/format-calendar.ts";

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

/** Saves the settings. The page shows the new settings without waiting for the core. */
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

/** The switch that turns on notifications, and a button that sends a test. */
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

/** The first suggestion for quiet hours, in local time. */
const FIRST_QUIET_HOURS = { from: "20:00", to: "07:00", days: [0, 1, 2, 3, 4, 5, 6] } as const;

/** The days of the week, starting with Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;

interface QuietHoursProps {
  readonly settings: AlertSettings;
  readonly onChange: (settings: AlertSettings) => void;
}

/** The fields for the times without notifications. */
function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quietHours, quietDays } = settings;
  return (
    <>
      <Switch
        label={ALERTS.quiet}
        description={ALERTS.quietHint}
        checked={quietHours !== null}
        onChange={(event) =>
          onChange({ ...settings, quietHours: event.currentTarget.checked ? FIRST_QUIET_HOURS : null })
        }
      />
      {quietHours && (
        <>
          <Times
            times={quietHours}
            onChange={(times) => onChange({ ...settings, quietHours: { ...quietHours, ...times } })}
          />
          <Days
            label={ALERTS.days}
            days={quietHours.days}
            problem={quietHours.days.length === 0 ? ALERTS.noDay : undefined}
            onChange={(days) => onChange({ ...settings, quietHours: { ...quietHours, days } })}
          />
        </>
      )}
      <Days
        label={ALERTS.wholeDays}
        days={quietDays}
        onChange={(days) => onChange({ ...settings, quietDays: days })}
      />
    </>
  );
}

interface QuietTimes {
  readonly from: string;
  readonly to: string;
}
interface TimesProps {
  readonly times: QuietTimes;
  readonly onChange: (times: QuietTimes) => void;
}

/**
 * The fields for the start and end of quiet hours. A field saves when the user leaves it, because users type a time in
 * parts.
 */
function Times({ times, onChange }: TimesProps) {
  const [changed, setChanged] = useState<Partial<QuietTimes>>({});
  const typed = { ...times, ...changed };
  const isSame = typed.from === typed.to;
  const save = (): void => {
    const isWhole = typed.from !== "" && typed.to !== "" && !isSame;
    const isNew = typed.from !== times.from || typed.to !== times.to;
    if (!isWhole) return;
    if (isNew) onChange({ from: typed.from, to: typed.to });
    setChanged({});
  };
  return (
    <Group gap={12} align="start">
      <TextInput
        type="time"
        label={ALERTS.from}
        value={typed.from}
        onChange={(event) => setChanged({ ...changed, from: event.currentTarget.value })}
        onBlur={save}
      />
      <TextInput
        type="time"
        label={quietEnd(typed.to < typed.from)}
        value={typed.to}
        error={isSame ? ALERTS.same : undefined}
        onChange={(event) => setChanged({ ...changed, to: event.currentTarget.value })}
        onBlur={save}
      />
    </Group>
  );
}

interface DaysProps {
  readonly label: string;
  readonly days: readonly number[];
  readonly problem?: string | undefined;
  readonly onChange: (days: readonly number[]) => void;
}

function Days({ label, days, problem, onChange }: DaysProps) {
  return (
    <Checkbox.Group
      size="xs"
      label={label}
      error={problem}
      value={days.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).toSorted((a, b) => a - b))}
    >
      <Group gap={12} mt={6}>
        {WEEK.map((day) => (
          <Checkbox key={day} size="xs" value={String(day)} label={formatWeekday(day)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
