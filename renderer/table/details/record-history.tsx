import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import type { ListedChange } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { ChangeIcon } from "../../inventory/changes/change-list.tsx";
import { changesQuery, useChangeNames } from "../../inventory/changes/change-queries.ts";
import {
  describeBounds,
  describeChange,
  describeEvent,
  describeStamp,
} from "../../inventory/changes/messages.ts";
import { GeneratedNote } from "../../inventory/freshness/generated-note.tsx";
import classes from "./record-history.module.css";
import { HISTORY } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

/** The number of changes listed at first. Each click on "more" adds the same number. */
const STEP = 50;
const NO_CHANGES: readonly ListedChange[] = [];

type ChangeWindow = CallOutput<"queryChanges">;

interface RecordHistoryProps {
  readonly resource: Resource;
  readonly id: string;
  readonly marked: number | null;
}

/**
 * The observed changes of one record, the newest first. @param marked the number of the change to mark and to scroll to
 * once; null for no change.
 */
export function RecordHistory({ resource, id, marked }: RecordHistoryProps) {
  const api = useConnectionApi();
  const now = useServiceNow(60_000);
  const [requested, setRequested] = useState(STEP);
  const filter = { resource, id };
  const first = useQuery(changesQuery(api, filter, 0, STEP));
  const limit = marked !== null && isBeyond(first.data, marked) ? MAX_PAGE_ROWS : requested;
  const { data, error, isPlaceholderData } = useQuery({
    ...changesQuery(api, filter, 0, limit),
    placeholderData: keepPreviousData,
  });
  const changes = data?.changes ?? NO_CHANGES;
  const nameOf = useChangeNames(changes);
  const left = (data?.total ?? 0) - changes.length;
  const found = marked !== null && changes.some(({ number }) => number === marked);
  const mark = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (found) mark.current?.scrollIntoView({ block: "center" });
  }, [found]);

  return (
    <section className={classes.history} aria-label={HISTORY.title}>
      <h3>{HISTORY.title}</h3>
      <GeneratedNote />
      {error && <p role="alert">{error.message}</p>}
      {data?.total === 0 && <p>{HISTORY.none}</p>}
      {changes.length > 0 && (
        <ol className={classes.timeline}>
          {changes.map((change) => {
            const sources = [describeStamp(change, now), describeEvent(change)].filter(
              (source) => source !== null,
            );
            return (
              <li
                key={change.number}
                ref={change.number === marked ? mark : null}
                aria-current={change.number === marked || undefined}
              >
                <span className={classes.sign}>
                  <ChangeIcon type={change.type} />
                </span>
                <p>{describeChange(change, nameOf)}</p>
                <p className={classes.bounds}>
                  {describeBounds(change, now)}
                  {sources.map((source) => `; ${source}`)}
                </p>
                {change.number === marked && <p className={classes.came}>{HISTORY.cameFrom}</p>}
              </li>
            );
          })}
        </ol>
      )}
      {left > 0 && limit < MAX_PAGE_ROWS && (
        <PlainButton onClick={() => setRequested(Math.min(MAX_PAGE_ROWS, limit + STEP))}>
          {HISTORY.showOlder({ changes: left })}
        </PlainButton>
      )}
      {marked !== null && data && !found && !isPlaceholderData && <p>{HISTORY.cameFromMissing}</p>}
      {left > 0 && limit >= MAX_PAGE_ROWS && <p>{HISTORY.notListed({ count: left })}</p>}
    </section>
  );
}

function isBeyond(listed: ChangeWindow | undefined, number: number): boolean {
  const oldest = listed?.changes.at(-1);
  return (
    listed !== undefined
    && oldest !== undefined
    && listed.total > listed.changes.length
    && oldest.number > number
  );
}
