import { Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { UnseenChanges } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { isNarrowed } from "../../../shared/query/query.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import classes from "./unseen-changes.module.css";
import { UnseenChangesList } from "./unseen-changes-list.tsx";
import { useView } from "../../table/views/use-views.ts";
import { countsLabel, FIRST_LOOK_NOTE, unseenSummary, unseenTotal, UNSEEN } from "./messages.ts";
import { useMarkSeen, useTrackedView, useUnseenCounts, type TrackedView } from "./use-unseen-changes.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { notifyFailure } from "../../ui/notify.tsx";

/** A view counts as seen for the first time after this many ms; filters on the way do not. */
const FIRST_LOOK = 1_000;

interface UnseenChangesLineProps {
  readonly resource: Resource;
  readonly onOpen: (id: string) => void;
}

/**
 * The changes in the table's view since it was marked as seen. The first visit marks it silently; after that, only
 * "Seen" does.
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
  if (unseen && !unseen.seen) return <span className={classes.quiet}>{FIRST_LOOK_NOTE}</span>;
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
    // If saving fails, the banner says so, and the next change of the rows tries again.
    const timer = setTimeout(() => void markSeen(view, upTo), FIRST_LOOK);
    return () => clearTimeout(timer);
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
