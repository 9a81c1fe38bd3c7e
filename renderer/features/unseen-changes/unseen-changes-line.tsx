import { Popover, Button, Loader } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clock } from "../../base/clock.ts";
import type { UnseenChanges } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isNarrowed } from "../../../shared/query/query.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import classes from "./unseen-changes.module.css";
import { useView } from "../../table/views/use-views.ts";
import {
  countsLabel,
  unseenSummary,
  unseenTotal,
  UNSEEN,
  describeRecord,
  HEADINGS,
  OUTCOMES,
  badgeDescription,
} from "./messages.ts";
import {
  useMarkSeen,
  useTrackedView,
  useUnseenCounts,
  unseenChangesQuery,
  type TrackedView,
} from "./use-unseen-changes.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { notifyFailure } from "../../ui/notify.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { useChangeNames } from "../../inventory/changes/change-queries.ts";
import { CountBadge } from "../../ui/count-badge.tsx";

/** Ms on screen after which a new view is marked as seen. A view that the user leaves earlier is not marked. */
const FIRST_SEEN_AFTER_MS = 1_000;

interface UnseenChangesLineProps {
  readonly resource: Resource;
  readonly onOpen: (id: string) => void;
}

/**
 * The line about changes in the table's view since it was marked as seen. The first visit marks the view; after that,
 * only the button "Seen" does.
 */
export function UnseenChangesLine({ resource, onOpen }: UnseenChangesLineProps) {
  const view = useTrackedView(resource);
  const unseen = useUnseenCounts(view);
  const markSeen = useMarkSeen();
  const [listed, setListed] = useState(false);
  useFirstLook(view, unseen, markSeen);
  const [{ search: typed }] = useView(resource);
  const words = unseen?.seen
    ? unseenSummary(unseen, { narrowed: isNarrowed(view.query), own: view.search, typed })
    : "";
  useAnnouncement(view, unseen, words);
  if (unseen && !unseen.seen) return <span className={classes.quiet}>{UNSEEN.firstLook}</span>;
  if (!unseen) return null;

  if (unseenTotal(unseen) === 0 && !unseen.cutOff && !listed)
    return <span className={classes.quiet}>{words}</span>;
  return (
    <Popover width={660} position="bottom-start" trapFocus returnFocus opened={listed} onChange={setListed}>
      <Popover.Target>
        <QuietButton
          className={classes.line}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setListed(!listed)}
        >
          {words}
        </QuietButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={UNSEEN.label}>
        <UnseenChangesList
          view={view}
          onOpen={(id) => {
            setListed(false);
            onOpen(id);
          }}
          onSeen={(upTo) => {
            setListed(false);
            void markSeen(view, upTo).then((error) => error && notifyFailure(error));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

type Unseen = (UnseenChanges & { readonly seen: boolean }) | undefined;

function useFirstLook(view: TrackedView, unseen: Unseen, markSeen: ReturnType<typeof useMarkSeen>): void {
  const upTo = unseen?.seen === false ? unseen.upTo : null;
  useEffect(() => {
    if (upTo === null) return undefined;
    // If saving fails, a banner reports it, and the next change of the rows causes another try.
    const timer = clock.after(FIRST_SEEN_AFTER_MS, () => void markSeen(view, upTo));
    return () => timer.stop();
  }, [view, upTo, markSeen]);
}

function useAnnouncement(view: TrackedView, unseen: Unseen, words: string): void {
  const announce = useAnnounce();
  const last = useRef<{ readonly name: string; readonly counts: string } | null>(null);
  const counts = unseen?.seen ? countsLabel(unseen) : null;
  const say = useEffectEvent(() => announce(words));
  useEffect(() => {
    if (counts === null) return;
    const before = last.current;
    last.current = { name: view.name, counts };
    if (counts !== "" && before?.name === view.name && before.counts !== counts) say();
  }, [view.name, counts]);
}

interface UnseenChangesListProps {
  readonly view: TrackedView;
  readonly onOpen: (id: string) => void;
  /** Marks the view as seen. @param upTo the newest change in this list; later changes stay unseen. */
  readonly onSeen: (upTo: number) => void;
}

/**
 * The list of a view's unseen changes, as old → new. A click on a change opens its record; "Seen" sets their number
 * back to 0.
 */
function UnseenChangesList({ view, onOpen, onSeen }: UnseenChangesListProps) {
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
        {total === 0 && <p>{UNSEEN.nothingKept}</p>}
      </div>
      <div className={classes.foot}>
        <div>
          {total > records.length && <p>{UNSEEN.latest({ resource, listed: records.length, total })}</p>}
          {unseen.more && <p>{UNSEEN.moreThanCounted}</p>}
          {unseen.cutOff && <p>{UNSEEN.olderNotKept}</p>}
          {byTime && <p>{UNSEEN.timeNotCounted}</p>}
        </div>
        <Button onClick={() => onSeen(unseen.upTo)}>{UNSEEN.seen}</Button>
      </div>
    </>
  );
}

/**
 * The number of unseen changes next to the name of the screen. It counts the changed records in the table's present
 * view.
 */
export function UnseenChangesBadge({ resource }: { readonly resource: Resource }) {
  const view = useTrackedView(resource);
  const unseen = useUnseenCounts(view);
  const total = unseen?.seen ? unseenTotal(unseen) : 0;
  if (!unseen || total === 0) return null;
  return (
    <CountBadge
      count={total}
      description={badgeDescription(total, unseen.more || unseen.cutOff, isNarrowed(view.query))}
      testId={`unseen-${resource}`}
    />
  );
}
