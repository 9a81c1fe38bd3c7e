import { useNavigate } from "@tanstack/react-router";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useFollowed } from "../../base/use-followed.ts";
import type { OpenedBy } from "../../grid/grid-handle.ts";
import { useProfileId } from "../../host/host-context.ts";
import type { OpenRecord } from "../navigation/open-record.ts";
import { useOpenRecordWindow } from "../navigation/open-window.ts";
import type { Query } from "../../../shared/query/query.ts";

interface Opened {
  readonly id: string | null;
  /** The record last opened from this table; any other was opened from elsewhere. */
  readonly here: string | null;
  readonly takesFocus: string | null;
  /** The record opened from elsewhere that the table has yet to scroll to. */
  readonly sought: string | null;
}

/** The details of a table's record: which are open, and what opens and closes them. */
export interface OpenedRecord extends Pick<Opened, "takesFocus" | "sought"> {
  readonly open: (id: string, by: OpenedBy) => void;
  /** Opens a record of a list above the table, which is brought into sight. */
  readonly openFromList: (id: string) => void;
  readonly step: (id: string) => void;
  readonly found: () => void;
  readonly close: () => void;
}

/** The details beside a table, whose record the address names. @param shown the query that the table shows. */
export function useOpenedRecord(resource: Resource, record: OpenRecord | null, shown: Query): OpenedRecord {
  const id = record?.id ?? null;
  const navigate = useNavigate();
  const openWindow = useOpenRecordWindow();
  const profile = useProfileId();
  const [opened, setOpened] = useFollowed<Opened>({ id, here: id, takesFocus: id, sought: id }, (last) => {
    if (last.id === id) return last;
    // What opened it, and had the focus, may be on another screen.
    const fromElsewhere = id !== null && id !== last.here;
    return { ...last, id, here: null, ...(fromElsewhere && { takesFocus: id, sought: id }) };
  });
  const go = (to: string, replace: boolean): void =>
    void navigate({ to: `/${resource}`, search: { record: to, profile }, replace });
  const open = (to: string, by: OpenedBy): void => {
    if (by === "own window") return openWindow(resource, to, shown);
    setOpened((now) => ({ ...now, here: to, takesFocus: by === "keyboard" ? to : null }));
    go(to, false);
  };
  return {
    takesFocus: opened.takesFocus,
    sought: opened.sought,
    open,
    openFromList: (to) => {
      open(to, "keyboard");
      setOpened((now) => ({ ...now, sought: to }));
    },
    step: (to) => {
      setOpened((now) => ({ ...now, here: to, takesFocus: null }));
      // Stepping through a table makes no further history entries.
      go(to, true);
    },
    found: () => setOpened((now) => ({ ...now, sought: null })),
    close: () => {
      if (id !== null) void navigate({ to: `/${resource}`, search: {} });
    },
  };
}
