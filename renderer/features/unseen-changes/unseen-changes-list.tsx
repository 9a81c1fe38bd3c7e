import { Button, Loader } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { useChangeNames } from "../../table/changes/change-queries.ts";
import classes from "./unseen-changes.module.css";
import {
  describeRecord,
  HEADINGS,
  latestListed,
  MORE_THAN_COUNTED,
  NOTHING_KEPT,
  OLDER_NOT_KEPT,
  OUTCOMES,
  TIME_NOT_COUNTED,
  unseenTotal,
  UNSEEN,
} from "./messages.ts";
import { unseenChangesQuery, type TrackedView } from "./use-unseen-changes.ts";

interface UnseenChangesListProps {
  readonly view: TrackedView;
  readonly onOpen: (id: string) => void;
  /** @param upTo the newest change in this list; later ones stay unseen. */
  readonly onSeen: (upTo: number) => void;
}

/** A view's unseen changes, old → new, each a button that opens its record; "Seen" restarts the count. */
export function UnseenChangesList({ view, onOpen, onSeen }: UnseenChangesListProps) {
  const { resource, byTime } = view;
  const { data: unseen, error } = useQuery({
    ...unseenChangesQuery(useConnectionApi(), view, MAX_PAGE_ROWS),
    placeholderData: keepPreviousData,
  });
  const records = unseen?.records ?? [];
  const nameOf = useChangeNames(records.map((record) => ({ resource, fields: record.fields })));
  if (error) return <p role="alert">{error.message}</p>;
  if (!unseen) return <Loader size="sm" />;
  const total = unseenTotal(unseen);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={classes.records} tabIndex={0} role="region" aria-label={UNSEEN.list}>
        {OUTCOMES.map((outcome) => {
          const some = records.filter(({ what }) => what === outcome);
          if (unseen[outcome] === 0) return null;
          return (
            <section key={outcome} aria-label={HEADINGS[outcome]}>
              <h2>
                {HEADINGS[outcome]} <span>· {formatCount(unseen[outcome])}</span>
              </h2>
              <ul className="sd-list">
                {some.map((record) => (
                  <li key={record.id}>
                    <button type="button" onClick={() => onOpen(record.id)}>
                      <span>{record.name || record.id}</span>
                      <span>{describeRecord(resource, record, nameOf)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {total === 0 && <p>{NOTHING_KEPT}</p>}
      </div>
      <div className={classes.foot}>
        <div>
          {total > records.length && <p>{latestListed(resource, records.length, total)}</p>}
          {unseen.more && <p>{MORE_THAN_COUNTED}</p>}
          {unseen.cutOff && <p>{OLDER_NOT_KEPT}</p>}
          {byTime && <p>{TIME_NOT_COUNTED}</p>}
        </div>
        <Button onClick={() => onSeen(unseen.upTo)}>{UNSEEN.seen}</Button>
      </div>
    </>
  );
}
