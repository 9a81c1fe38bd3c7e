import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import {
  CUSTODY_HISTORY_CHANGES,
  custodyOf,
  custodyTime,
  type Custody,
} from "../../../shared/features/custody/custody.ts";
import { formatDateTime, formatFullDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { changesQuery } from "../../inventory/changes/change-queries.ts";
import { GeneratedNote } from "../../inventory/freshness/generated-note.tsx";
import { nameIn, useNames } from "../../inventory/names/name-queries.ts";
import { useUsualLimits } from "./custody-queries.ts";
import { boundedDays, boundsText, daysOut, endText, HISTORY, observedSince } from "./messages.ts";
import classes from "./custody.module.css";
import { TABLE } from "../../ui/messages.ts";

/** The holder or item whose history is shown. */
export type CustodySubject = Readonly<{ kind: "holder" | "item"; id: string; label: string }>;

interface CustodyDialogProps {
  readonly subject: CustodySubject;
  readonly onClose: () => void;
}

const MINUTE = 60_000;

/** A dialog with the holders of an item or the items of a holder. Both come from observed changes. */
export function CustodyDialog({ subject: { kind, id, label }, onClose }: CustodyDialogProps) {
  const filter = {
    types: [...CUSTODY_HISTORY_CHANGES],
    ...(kind === "holder" ? { holders: [id] } : { resource: "items" as const, id }),
  };
  const { data, error } = useQuery(changesQuery(useConnectionApi(), filter, 0, MAX_PAGE_ROWS));
  const { usual } = useUsualLimits();
  const changes = data?.changes;
  const list = useMemo(
    () => custodyOf(changes ?? []).filter(({ holder }) => kind === "item" || holder === id),
    [changes, kind, id],
  );
  return (
    <Dialog title={HISTORY.title({ label })} size="lg" closeAs="close" onClose={onClose}>
      <div className="sd-form">
        <p className="sd-note">{observedSince(usual.since)}</p>
        <GeneratedNote />
        {error && <p role="alert">{error.message}</p>}
        {data && list.length === 0 && <p className="sd-note">{HISTORY.none}</p>}
        {list.length > 0 && <CustodyTable kind={kind} list={list} label={HISTORY.title({ label })} />}
        {data && data.total > data.changes.length && (
          <p className="sd-note">{HISTORY.cut({ read: data.changes.length, all: data.total })}</p>
        )}
      </div>
    </Dialog>
  );
}

interface CustodyTableProps {
  readonly kind: CustodySubject["kind"];
  readonly list: readonly Custody[];
  readonly label: string;
}

function CustodyTable({ kind, list, label }: CustodyTableProps) {
  const names = useNames();
  const now = useServiceNow(MINUTE);
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} role="region" aria-label={TABLE.region({ label })} tabIndex={0}>
      <DataTable
        label={label}
        rows={list}
        keyOf={({ itemId, outAt, out, end }) =>
          `${itemId} ${outAt ?? ""} ${end?.before ?? out?.before ?? ""}`
        }
        className={classes.table}
        columns={[
          {
            key: "who",
            heading: kind === "holder" ? HISTORY.item : HISTORY.holder,
            title: ({ itemId, holder }) => (kind === "holder" ? itemId : (holder ?? undefined)),
            renderCell: ({ itemName, holder }) =>
              kind === "holder"
                ? itemName
                : holder === null
                  ? HISTORY.nobody
                  : (nameIn(names, holder) ?? holder),
          },
          { key: "out", heading: HISTORY.out, renderCell: (custody) => <TimeOfCheckOut custody={custody} /> },
          {
            key: "end",
            heading: HISTORY.end,
            renderCell: ({ end }) => (end ? endText(end) : HISTORY.still),
          },
          {
            key: "time",
            heading: HISTORY.time,
            renderCell: (custody) => {
              const time = custodyTime(custody, now);
              return time ? (custody.end ? boundedDays(time) : daysOut(time.most)) : "–";
            },
          },
        ]}
      />
    </div>
  );
}

function TimeOfCheckOut({ custody: { outAt, out } }: { readonly custody: Custody }) {
  if (outAt === null) return (out && boundsText(out)) ?? HISTORY.unknown;
  return (
    <time dateTime={outAt} title={formatFullDateTime(outAt)}>
      {formatDateTime(outAt)}
    </time>
  );
}
