import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FieldFilter } from "../../../../shared/query/field-filter.ts";
import { startOfLocalDay } from "../../../../shared/base/time/local-day.ts";
import { formatCount } from "../../../base/format.ts";
import { useToday } from "../../../base/use-today.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { changesQuery } from "../../../inventory/changes/change-queries.ts";
import { changeLabel } from "../../../inventory/changes/messages.ts";
import { daysOut } from "../messages.ts";
import { CHECKED_OUT, DATED } from "../../../inventory/figures/ages.ts";
import { useShowItems } from "../../../table/navigation/use-show-items.ts";
import { OLDEST_FIRST } from "./group-items.tsx";
import { FIGURES } from "./messages.ts";
import { useOutTotals, type LateFilter } from "./use-checked-out.ts";
import classes from "./checked-out.module.css";

const RETURNED = "inventory.item.returned";
const MINUTE = 60_000;
const HELD: FieldFilter = { kind: "presence", field: "checkedOutToUserId", empty: false };

/** The cards of the summary: items and holders, times, and the returns of today. */
export function Summary({ late }: { readonly late: LateFilter }) {
  const show = useShowItems();
  const now = useServiceNow(MINUTE);
  const totals = useOutTotals(late);
  const returned = useReturnedToday();
  const out = (): void => show([CHECKED_OUT], OLDEST_FIRST);
  const average = totals.averageSince === null ? null : now - totals.averageSince;
  if (totals.error) return <p role="alert">{totals.error.message}</p>;
  const ready = (text: string): string | null => (totals.isReady ? text : null);
  return (
    <ul className={`sd-list ${classes.figures}`}>
      <Figure
        label={FIGURES.items}
        value={ready(formatCount(totals.items))}
        hint={FIGURES.openInTable}
        onOpen={out}
      />
      <Figure
        label={FIGURES.holders}
        value={ready(formatCount(totals.holders))}
        hint={FIGURES.openInTable}
        onOpen={() => show([CHECKED_OUT, HELD], OLDEST_FIRST)}
      />
      {late === null ? (
        <Figure label={FIGURES.late} value="–" note={FIGURES.unknownNote} />
      ) : (
        <Figure
          label={FIGURES.late}
          value={totals.late === null ? null : ready(formatCount(totals.late))}
          hint={FIGURES.openInTable}
          onOpen={() => late && show([CHECKED_OUT, late], OLDEST_FIRST)}
        />
      )}
      <Figure
        label={FIGURES.average}
        value={ready(daysOut(average))}
        hint={FIGURES.openInTable}
        onOpen={() => show([CHECKED_OUT, DATED], OLDEST_FIRST)}
      />
      <Figure
        label={FIGURES.returned}
        value={returned.count === null ? null : formatCount(returned.count)}
        note={FIGURES.returnedNote}
        hint={FIGURES.openInActivity}
        onOpen={returned.open}
      />
    </ul>
  );
}

/** The number of returns observed since midnight, and an action that shows them in Activity. */
function useReturnedToday() {
  const navigate = useNavigate();
  const today = useToday();
  const [from, until] = [startOfLocalDay(today).toISOString(), startOfLocalDay(today, 1).toISOString()];
  const filter = { types: [RETURNED as typeof RETURNED], since: from, until };
  const { data } = useQuery(changesQuery(useConnectionApi(), filter, 0, 1));
  return {
    count: data?.total ?? null,
    open: () => void navigate({ to: "/activity", search: { from, until, kinds: changeLabel(RETURNED) } }),
  };
}

interface FigureProps {
  readonly label: string;
  /** The value; null while it is loading. */
  readonly value: string | null;
  readonly note?: string;
  /** The tooltip that tells what a click opens. */
  readonly hint?: string;
  readonly onOpen?: () => void;
}

/** One number of the summary. It is a button if a click opens the counted rows. */
export function Figure({ label, value, note, hint, onOpen }: FigureProps) {
  const content = (
    <>
      <span className={classes.figureLabel}>{label}</span>
      <span className={classes.figureValue}>{value ?? "\u00a0"}</span>
      <span className={classes.figureNote}>{note ?? "\u00a0"}</span>
    </>
  );
  return (
    <li>
      {onOpen ? (
        <UnstyledButton className={classes.figure} disabled={value === null} title={hint} onClick={onOpen}>
          {content}
        </UnstyledButton>
      ) : (
        <div className={classes.figure}>{content}</div>
      )}
    </li>
  );
}
