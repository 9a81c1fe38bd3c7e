import { Checkbox, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useNow } from "../../../host/use-now.ts";
import { alertsQuery, type AlertFilter } from "../alert-queries.ts";
import { useChangeNames } from "../../../inventory/changes/change-queries.ts";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { SmallButton } from "../../../ui/buttons.tsx";
import { EmptyMessage } from "../../../ui/empty-message.tsx";
import { PAGE_ROWS, Pager } from "../../../ui/pager.tsx";
import { AlertButtons } from "./alert-buttons.tsx";
import { AlertRow } from "./alert-row.tsx";
import { EMPTY, INBOX } from "./messages.ts";
import { useAlertActions } from "./use-alert-actions.ts";
import { useOpenRows } from "./use-open-rows.ts";
import classes from "./alerts.module.css";

interface InboxProps {
  readonly filter: AlertFilter;
  readonly hasRules: boolean;
}

const MINUTE = 60_000;

/** The list of alerts, the latest first. */
export function Inbox({ filter, hasRules }: InboxProps) {
  const api = useConnectionApi();
  const [page, setPage] = useState(0);
  const total = useQuery(alertsQuery(api, filter, 0, 1)).data?.total ?? 0;
  // The last page may disappear when its only alert is acknowledged.
  const shownPage = Math.min(page, Math.max(0, Math.ceil(total / PAGE_ROWS) - 1));
  const { data, error } = useQuery(alertsQuery(api, filter, shownPage * PAGE_ROWS, PAGE_ROWS));
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  if (data.total === 0) {
    const { title, text } = hasRules ? EMPTY[filter] : EMPTY.noRules;
    return (
      <div className={classes.list}>
        <EmptyMessage>
          <h2>{title}</h2>
          <p>{text}</p>
        </EmptyMessage>
      </div>
    );
  }
  return (
    <>
      <AlertList key={shownPage} alerts={data.alerts} total={data.total} unread={data.unread} />
      <Pager page={shownPage} total={data.total} onChange={setPage} />
    </>
  );
}

interface AlertListProps {
  readonly alerts: readonly Alert[];
  readonly total: number;
  readonly unread: number;
}

/** One page of alerts, and the actions on the selected alerts. */
function AlertList({ alerts, total, unread }: AlertListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<number | null>(null);
  const actions = useAlertActions();
  const rowsOf = useOpenRows();
  const now = useNow(MINUTE);
  const units = useUnits();
  const nameOf = useChangeNames(alerts.flatMap(asChange));
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  const selected = alerts.filter(({ id }) => chosen.has(id));
  return (
    <>
      <Group gap={12} className={classes.bar}>
        <Checkbox
          size="xs"
          label={selected.length > 0 ? INBOX.selected({ count: selected.length }) : INBOX.selectAll}
          checked={selected.length === alerts.length}
          indeterminate={selected.length > 0 && selected.length < alerts.length}
          onChange={(event) =>
            setChosen(new Set(event.currentTarget.checked ? alerts.map(({ id }) => id) : []))
          }
        />
        {selected.length > 0 && <AlertButtons alerts={selected} actions={actions} />}
        <span className={`sd-num ${classes.count}`} role="status">
          {INBOX.count({ total, unread })}
        </span>
        <SmallButton disabled={unread === 0} onClick={actions.readAll}>
          {INBOX.markAll}
        </SmallButton>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move among the buttons within */}
      <ul ref={list} className="sd-list" aria-label={INBOX.label} tabIndex={-1} onKeyDown={moveFocus}>
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            context={{ nameOf, units }}
            now={now}
            selected={chosen.has(alert.id)}
            opened={opened === alert.id}
            actions={actions}
            rows={rowsOf(alert)}
            onSelect={(isChosen) => setChosen(withOrWithout(chosen, alert.id, isChosen))}
            onToggle={() => {
              setOpened(opened === alert.id ? null : alert.id);
              actions.read([alert]);
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** Gives an alert the form of a change. So its names can be looked up. */
const asChange = ({ resource, detail }: Alert) =>
  resource !== null && detail.kind === "changed" ? [{ resource, fields: detail.fields }] : [];

function withOrWithout(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** Moves the focus from alert to alert by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-alert]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}

/** Moves the focus to the list when the focused alert leaves it. */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const had = useRef(false);
  useEffect(() => {
    const note = (): void => {
      had.current = list.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [list]);
  useEffect(() => {
    if (had.current && document.activeElement === document.body) list.current?.focus();
  });
}
