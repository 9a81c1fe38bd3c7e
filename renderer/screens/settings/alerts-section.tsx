import { Checkbox, Chip, Group, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AlertSettings } from "../../../shared/domain/alerts.ts";
import { useHost } from "../../host/host-context.ts";
import { ALERT_SETTINGS_KEY } from "../../host/query-client.ts";
import { unwrap } from "../../host/unwrap.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { ALERTS, WEEKDAYS } from "./messages.ts";
import { Section } from "./section.tsx";
import classes from "./settings.module.css";

/** System notifications of alerts, and when none is shown. */
export function AlertsSection() {
  const host = useHost();
  const { data } = useQuery({
    queryKey: [ALERT_SETTINGS_KEY],
    queryFn: () => unwrap(host.getAlertSettings()),
  });
  if (!data) return null;
  const { settings, available } = data;
  const save = (change: Partial<AlertSettings>): void => {
    void succeeds(host.saveAlertSettings({ ...settings, ...change }));
  };
  return (
    <Section title={ALERTS.title} intro={ALERTS.intro}>
      {!available && <p className="sd-note">{ALERTS.appOnly}</p>}
      <Group gap={12}>
        <Checkbox
          label={ALERTS.notifications}
          disabled={!available}
          checked={settings.notifications}
          onChange={(event) => save({ notifications: event.currentTarget.checked })}
        />
        <TestButton isEnabled={available} />
      </Group>
      <QuietHours settings={settings} onSave={save} />
      <WeekdayChips
        label={ALERTS.quietDays}
        days={settings.quietDays}
        onChange={(quietDays) => save({ quietDays })}
      />
    </Section>
  );
}

function TestButton({ isEnabled }: { readonly isEnabled: boolean }) {
  const host = useHost();
  const [answer, setAnswer] = useState("");
  const test = async (): Promise<void> => {
    setAnswer("");
    const shown = await valueOrNotice(host.testNotification());
    if (shown) setAnswer(shown.problem ?? ALERTS.shown);
  };
  return (
    <>
      <PlainButton size="xs" disabled={!isEnabled} onClick={() => void test()}>
        {ALERTS.test}
      </PlainButton>
      <span role="status" className="sd-note">
        {answer}
      </span>
    </>
  );
}

interface QuietHoursProps {
  readonly settings: AlertSettings;
  readonly onSave: (change: Partial<AlertSettings>) => void;
}

const FIRST_HOURS = { from: "20:00", to: "07:00", days: [0, 1, 2, 3, 4, 5, 6] };

function QuietHours({ settings: { quietHours }, onSave }: QuietHoursProps) {
  const set = (change: Partial<NonNullable<AlertSettings["quietHours"]>>): void => {
    if (quietHours) onSave({ quietHours: { ...quietHours, ...change } });
  };
  return (
    <>
      <Checkbox
        label={ALERTS.quietHours}
        checked={quietHours !== null}
        onChange={(event) => onSave({ quietHours: event.currentTarget.checked ? FIRST_HOURS : null })}
      />
      {quietHours && (
        <>
          <Group gap={12}>
            {(["from", "to"] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                w={130}
                label={ALERTS[end]}
                value={quietHours[end]}
                // Empty while it is being typed.
                onChange={(event) => event.currentTarget.value && set({ [end]: event.currentTarget.value })}
              />
            ))}
          </Group>
          <WeekdayChips
            label={ALERTS.quietHourDays}
            days={quietHours.days}
            onChange={(days) => set({ days })}
          />
        </>
      )}
    </>
  );
}

interface WeekdayChipsProps {
  readonly label: string;
  /** 0 (Sunday) to 6. */
  readonly days: readonly number[];
  readonly onChange: (days: number[]) => void;
}

function WeekdayChips({ label, days, onChange }: WeekdayChipsProps) {
  return (
    <fieldset className={classes.days}>
      <legend className="sd-note">{label}</legend>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(wanted) => onChange(wanted.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap={6}>
          {WEEKDAYS.map(({ day, name }) => (
            <Chip key={day} size="xs" value={String(day)}>
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </fieldset>
  );
}
