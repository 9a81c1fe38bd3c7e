import { Chip, NumberInput, Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import { MAX_HOURS, type Timing } from "../../../shared/exports/schedules.ts";
import { FIRST_DAYS, FIRST_HOURS } from "./schedule-requests.ts";
import { DAYS } from "./messages.ts";
import classes from "./schedules.module.css";

type Days = Extract<Timing, { kind: "days" }>;
type Hours = Extract<Timing, { kind: "hours" }>;

/** What the fields hold: a number may be half typed, and no day chosen. */
export interface TimingDraft {
  readonly kind: Timing["kind"];
  readonly days: readonly number[];
  readonly time: string;
  readonly every: number | string;
}

/** The draft of a timing; what the other kind begins with is there too. */
export function draftOf(timing: Timing): TimingDraft {
  return { ...FIRST_DAYS, every: FIRST_HOURS, ...timing };
}

/** The timing of a draft; null where something is missing. */
export function timingOf({ kind, days, time, every }: TimingDraft): Timing | null {
  if (kind === "days") {
    const chosen: Days = { kind, days: days.toSorted((a, b) => a - b), time };
    return days.length === 0 || time === "" ? null : chosen;
  }
  const hours: Hours | null = typeof every === "number" ? { kind, every } : null;
  return hours && Number.isInteger(hours.every) && hours.every >= 1 && hours.every <= MAX_HOURS
    ? hours
    : null;
}

/** Days of the week and a time, or every so many hours. */
export function TimingFields({
  draft,
  onChange,
}: {
  readonly draft: TimingDraft;
  readonly onChange: (part: Partial<TimingDraft>) => void;
}) {
  // A time that is half typed is none; the field keeps what stands in it.
  const [time, setTime] = useState(draft.time);
  return (
    <Radio.Group label="When" value={draft.kind} onChange={(kind) => onChange({ kind })}>
      <div className={classes.when}>
        <Radio value="days" label="On days, at a time" />
        {draft.kind === "days" && (
          <div className={classes.days}>
            <Chip.Group
              multiple
              value={draft.days.map(String)}
              onChange={(days) => onChange({ days: days.map(Number) })}
            >
              <div role="group" aria-label="Days" className={classes.chips}>
                {DAYS.map((day, at) => (
                  <Chip key={day} value={String(at + 1)} size="xs" radius="sm">
                    {day}
                  </Chip>
                ))}
              </div>
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
      </div>
    </Radio.Group>
  );
}
