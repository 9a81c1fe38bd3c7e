import { Group, VisuallyHidden } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { clock } from "../../base/clock.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useConnectionId } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { MAX_LISTED, type ListHandle } from "../../ui/use-virtual-list.ts";
import { GeneratedNote } from "../../inventory/freshness/generated-note.tsx";
import { ExportAction } from "../../inventory/exports/export-action.tsx";
import { useExtensions } from "../../table/extensions.ts";
import {
  compileActivity,
  countActive,
  filterOf,
  NO_FILTER,
  searchOf,
  type ActivityFilter,
} from "./activity-filter.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityList } from "./activity-list.tsx";
import { changeCount, NO_MATCH, NOTHING_OBSERVED, ACTIVITY } from "./messages.ts";
import frame from "../../ui/list-screen.module.css";
import classes from "../../inventory/changes/changes.module.css";
import { useChangeList, type ChangeList } from "../../inventory/changes/change-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { FILTERS } from "../../table/filters/messages.ts";

/**
 * Ms without a newer result before a result is announced. So while the user types, only the last result is announced.
 */
const ANNOUNCE_DELAY_MS = 800;
const MINUTE = 60_000;

/** The screen with observed changes, the newest first. */
export function ActivityScreen() {
  const search = useSearch({ from: "/activity" });
  const navigate = useNavigate();
  const connection = useConnectionId();
  const [openExport] = useExtensions("openExport");
  const [filter, setFilter] = useState(() => filterOf(search));
  const [reading, setReading] = useState(false);
  const now = Math.floor(useServiceNow(MINUTE) / MINUTE) * MINUTE;
  // "The last hour" moves with the clock, but does not move while the user reads.
  const [minute] = useFollowed(now, (last) => (reading ? last : now));
  const clock = filter.span === "all" ? 0 : minute;
  const wanted = useMemo(() => compileActivity(filter, clock), [filter, clock]);
  const list = useChangeList(wanted, reading);
  const rows = useRef<ListHandle>(null);
  const active = countActive(filter);
  const sentence = changeCount(list.total, MAX_LISTED, active > 0);
  useResultAnnouncement(sentence, list, filter);

  const change = (next: ActivityFilter): void => {
    setFilter(next);
    // With the filter in the address, "Back" from a record restores it.
    void navigate({ to: "/activity", search: searchOf(next), replace: true });
  };

  return (
    <section className={frame.screen} aria-label={ACTIVITY.title}>
      <VisuallyHidden component="h1">{ACTIVITY.title}</VisuallyHidden>
      <div className={classes.toolbar}>
        <ActivityFilters
          filter={filter}
          onChange={(part) => change({ ...filter, ...part })}
          onLeave={() => rows.current?.focus()}
        />
        <Group gap={12} wrap="nowrap" ms="auto">
          <span className={frame.count} data-testid="change-count">
            {!list.pending && list.error === null && sentence}
          </span>
          <ExportAction
            onOpen={() =>
              openExport?.({
                of: "changes",
                shown: { of: "observed", filter: wanted },
                everything: { of: "observed", filter: {} },
                filtered: active > 0,
              })
            }
          />
        </Group>
      </div>
      <div className={frame.note}>
        <GeneratedNote />
      </div>
      <ActivityList
        ref={rows}
        list={list}
        onReading={setReading}
        message={<ActivityMessage list={list} filtered={active > 0} onClear={() => change(NO_FILTER)} />}
        onOpen={({ resource, id, number }) =>
          void navigate({ to: `/${resource}`, search: { record: id, connection, change: number } })
        }
      />
    </section>
  );
}

interface ActivityMessageProps {
  readonly list: ChangeList;
  readonly filtered: boolean;
  readonly onClear: () => void;
}

function ActivityMessage({ list, filtered, onClear }: ActivityMessageProps) {
  if (list.error) {
    return (
      <>
        <ErrorNotice error={list.error} />
        <PlainButton onClick={list.retry}>{ACTIONS.tryAgain}</PlainButton>
      </>
    );
  }
  if (list.pending) return null;
  if (filtered) {
    return (
      <>
        <h2>{NO_MATCH.title}</h2>
        <p>{NO_MATCH.text}</p>
        <PlainButton onClick={onClear}>{FILTERS.clear}</PlainButton>
      </>
    );
  }
  return (
    <>
      <h2>{NOTHING_OBSERVED.title}</h2>
      <p>{NOTHING_OBSERVED.text}</p>
    </>
  );
}

function useResultAnnouncement(sentence: string, list: ChangeList, filter: ActivityFilter): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (list.pending) return undefined;
    const timer = clock.after(ANNOUNCE_DELAY_MS, () => announce(sentence));
    return () => timer.stop();
    // Announces the number of changes after a new filter, but not after a refresh.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [announce, filter, list.pending]);
}
