import { UnstyledButton } from "@mantine/core";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { formatCount } from "../../base/format.ts";
import { usePastDay } from "../../host/past-day.ts";
import { changeSince, FIGURE_TEXTS } from "./messages.ts";
import classes from "./overview.module.css";

/** The number of days of history that are needed to compare figures: today, and the seven days before. */
export const COMPARED_DAYS = 8;

/**
 * The days with which figures are compared: yesterday, and the same weekday last week. A day is undefined if it was not
 * observed.
 */
export function earlierDays<Day extends { readonly day: string }>(
  days: readonly Day[] | undefined,
  today: string,
): { readonly yesterday: Day | undefined; readonly lastWeek: Day | undefined } {
  const dayBack = (back: number): Day | undefined => {
    const wanted = localDay(startOfLocalDay(today, -back));
    return days?.find(({ day }) => day === wanted);
  };
  return { yesterday: dayBack(1), lastWeek: dayBack(7) };
}

interface FigureButtonProps {
  readonly label: string;
  /** The value of the figure; null while it is being counted. */
  readonly value: string | null;
  readonly title?: string | undefined;
  /** The change since yesterday; below, since last week. Null if that day was not observed. */
  readonly day: number | null;
  readonly week: number | null;
  /** Whether the changes are known. */
  readonly isReady: boolean;
  /** The reason why a change is not known. */
  readonly unknownBecause?: string;
  /** Formats the amount of a change. */
  readonly format?: (amount: number) => string;
  readonly onOpen: () => void;
}

/** A key figure with its changes. A click opens the rows that the figure counts. */
export function FigureButton({
  label,
  value,
  title,
  day,
  week,
  isReady,
  unknownBecause = FIGURE_TEXTS.noEarlierFigure,
  format = formatCount,
  onOpen,
}: FigureButtonProps) {
  const isPast = usePastDay() !== null;
  const change = (amount: number | null, when: string) => (
    <span className={classes.figureChange} title={amount === null ? unknownBecause : undefined}>
      {isReady ? changeSince(amount, when, format) : "\u00a0"}
    </span>
  );
  return (
    <li>
      <UnstyledButton className={classes.figure} disabled={value === null} title={title} onClick={onOpen}>
        <span className={classes.figureLabel}>{label}</span>
        <span className={classes.figureValue}>{value ?? "\u00a0"}</span>
        {!isPast && change(day, FIGURE_TEXTS.sinceYesterday)}
        {!isPast && change(week, FIGURE_TEXTS.sinceLastWeek)}
      </UnstyledButton>
    </li>
  );
}
