import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useInventory } from "../inventory-context.ts";
import { useProfileId } from "../../host/host-context.ts";
import { markChanges, unmark, type ChangeMarks } from "../query/change-marks.ts";

export interface Marking {
  readonly marks: ChangeMarks;
  readonly seen: (id: string) => void;
}

/** A row counts as seen after this long in view of a focused window; ms, in steps of the interval below. */
const SEEN_AFTER = 5_000;
const INTERVAL = 1_000;

/** Marks the cells that a refresh changed until they have been seen. @param loaded the same array while unchanged. */
export function useChangeMarks(
  resource: Resource,
  loaded: readonly Row[],
  idsInView: () => readonly string[],
): Marking {
  const store = useInventory().marks;
  const profileId = useProfileId();
  const [marks, setMarks] = useState(() => store.of(profileId, resource));
  useEffect(() => store.keep(profileId, resource, marks), [store, profileId, resource, marks]);
  const before = useRef<ReadonlyMap<string, Row>>(new Map());
  useEffect(() => {
    const was = before.current;
    before.current = new Map(
      loaded.flatMap((row) => (typeof row["id"] === "string" ? [[row["id"], row]] : [])),
    );
    setMarks((now) => markChanges(resource, now, was, loaded));
  }, [resource, loaded]);

  const looked = useRef(new Map<string, number>());
  const countInView = useEffectEvent(() => {
    if (!document.hasFocus()) return;
    const done: string[] = [];
    for (const id of idsInView()) {
      if (!marks.has(id)) continue;
      const time = (looked.current.get(id) ?? 0) + INTERVAL;
      looked.current.set(id, time);
      if (time >= SEEN_AFTER) done.push(id);
    }
    for (const id of done) looked.current.delete(id);
    if (done.length > 0) setMarks((now) => unmark(now, done));
  });
  const any = marks.size > 0;
  useEffect(() => {
    if (!any) return undefined;
    const timer = setInterval(() => countInView(), INTERVAL);
    return () => clearInterval(timer);
  }, [any]);

  return {
    marks,
    seen: (id) => {
      looked.current.delete(id);
      setMarks((now) => unmark(now, [id]));
    },
  };
}
