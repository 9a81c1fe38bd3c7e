import { Chip, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { MAX_HOURS } from "../../../shared/delivery/planned.ts";
import { NumberField } from "../../ui/fields.tsx";
import { DAYS, TIMING } from "./messages.ts";
import type { TimingDraft } from "./timing-draft.ts";
import classes from "./timing-fields.module.css";

interface TimingFieldsProps {
  readonly draft: TimingDraft;
  readonly onChange: (part: Partial<TimingDraft>) => void;
}

/** The fields for days of the week and a time, or an interval in hours. */
export function TimingFields({ draft, onChange }: TimingFieldsProps) {
  // An incomplete time stays in the field, but is not passed to `onChange`.
  const [time, setTime] = useState(draft.time);
  return (
    <Radio.Group label={TIMING.when} value={draft.kind} onChange={(kind) => onChange({ kind })}>
      <Stack gap={8} mt={6}>
        <Radio value="days" label={TIMING.onDays} />
        {draft.kind === "days" && (
          <div className={classes.days}>
            <Chip.Group
              multiple
              value={draft.days.map(String)}
              onChange={(days) => onChange({ days: days.map(Number) })}
            >
              <Group role="group" aria-label={TIMING.days} gap={4}>
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
              aria-label={TIMING.time}
              value={time}
              onChange={({ currentTarget: { value } }) => {
                setTime(value);
                onChange({ time: value.slice(0, 5) });
              }}
            />
          </div>
        )}
        <Radio value="hours" label={TIMING.everyHours} />
        {draft.kind === "hours" && (
          <NumberField
            className={classes.days}
            size="xs"
            aria-label={TIMING.hours}
            isWhole
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
