import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import {
  CUSTODY_CHANGES,
  custodyOf,
  custodyTime,
  type Custody,
} from "../../../shared/features/custody/custody.ts";
import { formatDateTime, formatFullDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { changesQuery } from "../../table/changes/change-queries.ts";
import { GeneratedNote } from "../../table/freshness/generated-note.tsx";
import { nameIn, useNames } from "../../table/names/name-queries.ts";
import { useUsualLimits } from "./custody-queries.ts";
import {
  boundedDays,
  boundsText,
  daysOut,
  HISTORY,
  historyCut,
  historyOf,
  observedSince,
} from "./messages.ts";
import classes from "./custody.module.css";

/** Whose or which item's history is wanted, by id. */
export type CustodySubject = Readonly<{ kind: "holder" | "item"; id: string; label: string }>;

interface CustodyDialogProps {
  readonly subject: CustodySubject;
  readonly onClose: () => void;
}

const MINUTE = 60_000;

/** Who had an item, or what a holder had, by the changes that were observed. */
export function CustodyDialog({ subject: { kind, id, label }, onClose }: CustodyDialogProps) {
  const filter = {
    types: [...CUSTODY_CHANGES],
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
    <Dialog title={historyOf(label)} size="lg" closeLabel="Close" onClose={onClose}>
      <div className="sd-form">
        <p className="sd-note">{observedSince(usual.since)}</p>
        <GeneratedNote />
        {error && <p role="alert">{error.message}</p>}
        {data && list.length === 0 && <p className="sd-note">{HISTORY.none}</p>}
        {list.length > 0 && <CustodyTable kind={kind} list={list} label={historyOf(label)} />}
        {data && data.total > data.changes.length && (
          <p className="sd-note">{historyCut(data.changes.length, data.total)}</p>
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
    // A long history scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} role="region" aria-label={`${label}, table`} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {[kind === "holder" ? HISTORY.item : HISTORY.holder, HISTORY.out, HISTORY.end, HISTORY.time].map(
              (heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {list.map((custody) => {
            const { itemId, itemName, holder, outAt, out, end } = custody;
            const time = custodyTime(custody, now);
            const who = holder === null ? HISTORY.nobody : (nameIn(names, holder) ?? holder);
            return (
              <tr key={`${itemId} ${outAt ?? ""} ${end?.before ?? out?.before ?? ""}`}>
                <th scope="row" title={kind === "holder" ? itemId : (holder ?? undefined)}>
                  {kind === "holder" ? itemName : who}
                </th>
                <td>
                  {outAt !== null ? (
                    <time dateTime={outAt} title={formatFullDateTime(outAt)}>
                      {formatDateTime(outAt)}
                    </time>
                  ) : (
                    ((out && boundsText(out)) ?? HISTORY.unknown)
                  )}
                </td>
                <td>{end ? `${HISTORY[end.how]} ${boundsText(end)}` : HISTORY.still}</td>
                <td>{time ? (end ? boundedDays(time) : daysOut(time.most)) : "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
