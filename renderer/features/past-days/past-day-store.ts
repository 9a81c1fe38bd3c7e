import { useSyncExternalStore } from "react";
import type { PastDay } from "../../../shared/features/past-days/past-day-calls.ts";
import { Emitter } from "../../base/emitter.ts";

/** The past day that this window shows, and the connection of its rows. */
interface Shown {
  readonly connectionId: string;
  readonly past: PastDay;
}

const changes = new Emitter();
let shown: Shown | null = null;

/** Shows a past day of a connection in this window. Null shows the present rows again. */
export function showPastDay(next: Shown | null): void {
  shown = next;
  changes.emit();
}

/** The past day that this window shows for a connection; null for the present rows. */
export function useShownPastDay(connectionId: string): PastDay | null {
  const now = useSyncExternalStore(changes.subscribe, () => shown);
  return now?.connectionId === connectionId ? now.past : null;
}
