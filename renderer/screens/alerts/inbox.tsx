import { Group, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocalCopy } from "../../host/host-context.ts";
import { alertsQuery, type AlertFilter } from "../../inventory/alerts/alert-queries.ts";
import { useChangeNames } from "../../inventory/changes/change-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { Pager, PAGE_ROWS } from "../../ui/pager.tsx";
import { AlertRow } from "./alert-row.tsx";
import { counted, INBOX, SHOWN } from "./messages.ts";
import classes from "./alerts.module.css";

/** The alerts, those that fired last first. */
export function Inbox() {
  const copy = useLocalCopy();
  const { host, profileId } = copy;
  const [filter, setFilter] = useState<AlertFilter>("active");
  const [page, setPage] = useState(0);
  const { data, error } = useQuery(alertsQuery(copy, filter, page * PAGE_ROWS, PAGE_ROWS));
  const alerts = data?.alerts ?? [];
  const changes = alerts.flatMap(({ detail, resource }) =>
    detail.kind === "changed" && resource !== null ? [{ resource, fields: { ...detail.fields } }] : [],
  );
  const nameOf = useChangeNames(changes);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <Group gap={12} wrap="wrap">
        <SegmentedControl
          size="xs"
          aria-label={SHOWN.label}
          value={filter}
          onChange={(wanted) => {
            setFilter(wanted);
            setPage(0);
          }}
          data={[
            { value: "active", label: SHOWN.active },
            { value: "all", label: SHOWN.all },
          ]}
        />
        <span className="sd-num" role="status">
          {data && counted(data.total, data.unread)}
        </span>
        <PlainButton
          size="xs"
          ml="auto"
          disabled={!data || data.unread === 0}
          onClick={() => void succeeds(host.markAlertsRead({ profileId, ids: "all" }))}
        >
          {INBOX.markAllRead}
        </PlainButton>
      </Group>
      {data?.total === 0 && (
        <EmptyMessage>
          <h2>{filter === "active" ? INBOX.empty : INBOX.noneYet}</h2>
          <p>{INBOX.emptyText}</p>
        </EmptyMessage>
      )}
      {alerts.length > 0 && (
        <ul className={`sd-list ${classes.alerts}`} aria-label={INBOX.list}>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} nameOf={nameOf} />
          ))}
        </ul>
      )}
      <Pager page={page} total={data?.total ?? 0} onChange={setPage} />
    </>
  );
}
