import { useNavigate } from "@tanstack/react-router";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useFollowed } from "../../base/use-followed.ts";
import type { OpenedBy } from "../../grid/grid-handle.ts";
import { useProfileId } from "../../host/host-context.ts";
import { searchOf, type OpenRecord } from "../navigation/open-record.ts";

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
  /** Gives the open details the whole place of the table, or takes it back. */
  readonly toggleFullWidth: () => void;
  readonly found: () => void;
  readonly close: () => void;
}

/** The details of one record of a table, which the address names. */
export function useOpenedRecord(resource: Resource, record: OpenRecord | null): OpenedRecord {
  const id = record?.id ?? null;
  const navigate = useNavigate();
  const profile = useProfileId();
  const [opened, setOpened] = useFollowed<Opened>({ id, here: id, takesFocus: id, sought: id }, (last) => {
    if (last.id === id) return last;
    // What opened it, and had the focus, may be on another screen.
    const fromElsewhere = id !== null && id !== last.here;
    return { ...last, id, here: null, ...(fromElsewhere && { takesFocus: id, sought: id }) };
  });
  const go = (next: OpenRecord, replace: boolean): void =>
    void navigate({ to: `/${resource}`, search: searchOf(next, profile), replace });
  const open = (to: string, by: OpenedBy): void => {
    const isFullWidth = by === "full width";
    setOpened((now) => ({ ...now, here: to, takesFocus: by === "pointer" ? null : to }));
    go({ id: to, change: null, isFullWidth }, isFullWidth && to === id);
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
      go({ id: to, change: null, isFullWidth: record?.isFullWidth ?? false }, true);
    },
    toggleFullWidth: () => {
      if (record) go({ ...record, isFullWidth: !record.isFullWidth }, true);
    },
    found: () => setOpened((now) => ({ ...now, sought: null })),
    close: () => {
      if (id !== null) void navigate({ to: `/${resource}`, search: {} });
    },
  };
}
