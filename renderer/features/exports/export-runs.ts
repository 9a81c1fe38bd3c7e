import { useEffect, useSyncExternalStore } from "react";
import type { ExportProgress } from "../../../shared/delivery/exports.ts";
import { Emitter } from "../../base/emitter.ts";
import { useHost } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { isRunning, outcomeMessage } from "./messages.ts";

/** The latest progress of each manual export in any window. The export that reported last is last. */
const runs = new Map<string, ExportProgress>();
const changes = new Emitter();
/** The exports that this window started, by id. */
const ownExports = new Set<string>();

/**
 * Remembers that this window started an export, so that its end is announced. The push about the end may arrive before
 * the export's id.
 */
export function noteOwnExport(id: string, announce: (text: string) => void): void {
  ownExports.add(id);
  const run = runs.get(id);
  if (run && !isRunning(run)) announce(outcomeMessage(run));
}

export function useExportRun(id: string | null): ExportProgress | null {
  return useSyncExternalStore(changes.subscribe, () => (id === null ? null : (runs.get(id) ?? null)));
}

/** The id of a connection's running export; null if no export is running. */
export function runningExport(connectionId: string): string | null {
  const running = [...runs.values()].filter(isRunning);
  return running.findLast(({ request }) => request.connectionId === connectionId)?.id ?? null;
}

/**
 * Follows exports, and announces the end of this window's exports. Only one component may use this hook, and it must
 * always be mounted.
 */
export function useFollowExports(): void {
  const host = useHost();
  const announce = useAnnounce();
  useEffect(
    () =>
      host.onExportProgress((run) => {
        if (run.schedule !== null) return;
        runs.delete(run.id);
        runs.set(run.id, run);
        changes.emit();
        if (ownExports.has(run.id) && !isRunning(run)) announce(outcomeMessage(run));
      }),
    [host, announce],
  );
}
