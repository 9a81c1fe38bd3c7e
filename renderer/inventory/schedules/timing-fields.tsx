import { Chip, Group, NumberInput, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { MAX_HOURS } from "../../../shared/exports/schedules.ts";
import { DAYS } from "./messages.ts";
import classes from "./schedules.module.css";
import type { TimingDraft } from "./schedule-draft.ts";

interface TimingFieldsProps {
  readonly draft: TimingDraft;
  readonly onChange: (part: Partial<TimingDraft>) => void;
}

/** Days of the week and a time, or an interval in hours. */
export function TimingFields({ draft, onChange }: TimingFieldsProps) {
  // A half-typed time is no time, but stays in the field.
  const [time, setTime] = useState(draft.time);
  return (
    <Radio.Group label="When" value={draft.kind} onChange={(kind) => onChange({ kind })}>
      <Stack gap={8} mt={6}>
        <Radio value="days" label="On days, at a time" />
        {draft.kind === "days" && (
          <div className={classes.days}>
            <Chip.Group
              multiple
              value={draft.days.map(String)}
              onChange={(days) => onChange({ days: days.map(Number) })}
            >
              <Group role="group" aria-label="Days" gap={4}>
                {DAYS.map((day, at) => (
                  <Chip key={day} value={String(at + 1)} size="xs" radius="sm">
                    {day}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
            <TextInput
              type="time"
              size="xs"
              aria-label="Time"
              value={time}
              onChange={({ currentTarget: { value } }) => {
                setTime(value);
                onChange({ time: value.slice(0, 5) });
              }}
            />
          </div>
        )}
        <Radio value="hours" label="Every so many hours" />
        {draft.kind === "hours" && (
          <NumberInput
            className={classes.days}
            size="xs"
            aria-label="Hours from one export to the next"
            allowDecimal={false}
            allowNegative={false}
            min={1}
            max={MAX_HOURS}
            value={draft.every}
            onChange={(every) => onChange({ every })}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
