import { Button, Loader } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ViewChange } from "../../../shared/domain/changes.ts";
import { MAX_WINDOW_ROWS } from "../../../shared/contract/query-calls.ts";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import { useChangeNames } from "../changes/change-queries.ts";
import classes from "./unseen-changes.module.css";
import { OUTCOMES, unseenTotal, describeRecord } from "./messages.ts";
import { unseenChangesQuery, type TrackedView } from "./use-unseen-changes.ts";

const HEADINGS: Readonly<Record<ViewChange["what"], string>> = {
  entered: "Entered this view",
  left: "Left this view",
  changed: "Changed",
};

/** The records behind a view's news, old → new, each a button that opens it; "Seen" begins to count anew. */
export function UnseenChangesList({
  view,
  onOpen,
  onSeen,
}: {
  readonly view: TrackedView;
  readonly onOpen: (id: string) => void;
  /** @param upTo the newest change that this list knows of: what came later stays news. */
  readonly onSeen: (upTo: number) => void;
}) {
  const { resource, byTime } = view;
  const { data: news, error } = useQuery({
    ...unseenChangesQuery(useLocalCopy(), view, MAX_WINDOW_ROWS),
    placeholderData: keepPreviousData,
  });
  const records = news?.records ?? [];
  const nameOf = useChangeNames(records.map((record) => ({ resource, fields: record.fields })));
  if (error) return <p role="alert">{error.message}</p>;
  if (!news) return <Loader size="sm" />;
  const total = unseenTotal(news);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className={classes.records} tabIndex={0} role="region" aria-label="What is new">
        {OUTCOMES.map((fate) => {
          const some = records.filter(({ what }) => what === fate);
          if (news[fate] === 0) return null;
          return (
            <section key={fate} aria-label={HEADINGS[fate]}>
              <h2>
                {HEADINGS[fate]} <span>· {formatCount(news[fate])}</span>
              </h2>
              <ul>
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
        {total === 0 && <p>Nothing new in the changes that are still kept.</p>}
      </div>
      <div className={classes.foot}>
        <div>
          {total > records.length && (
            <p>
              The latest {formatCount(records.length)} of{" "}
              {plural(total, RESOURCE_LABELS[resource].one, RESOURCE_LABELS[resource].many)} are listed.
            </p>
          )}
          {news.more && (
            <p>There are more changes than were looked through: the numbers are at least these.</p>
          )}
          {news.cutOff && <p>Older changes are no longer kept (Settings), and not counted.</p>}
          {byTime && <p>What entered or left only because time passed is not counted.</p>}
        </div>
        <Button onClick={() => onSeen(news.upTo)}>Seen</Button>
      </div>
    </>
  );
}
