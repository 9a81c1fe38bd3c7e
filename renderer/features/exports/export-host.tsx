import { useCallback, useEffect, useRef, useState } from "react";
import type { ExportProgress, ExportRequest } from "../../../shared/features/exports/exports.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { exportDialogs, type ExportSource } from "../../table/exports/export-requests.ts";
import { isRunning, outcomeMessage } from "./messages.ts";
import { succeeds } from "../../ui/notify.tsx";

const ExportDialog = lazyPart(() => import("./export-dialog.tsx"), "ExportDialog");

/** Shows the dialog of exports when it is requested. An export continues while it is closed. */
export function ExportHost() {
  const { host, profileId } = useConnectionApi();
  const announce = useAnnounce();
  const [source, setSource] = useState<ExportSource | null>(null);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The dialog's state. Another window's export is shown only while the dialog is closed. */
  const shown = useRef<{ readonly open: boolean; readonly id: string | null }>({ open: false, id: null });
  useEffect(() => {
    shown.current = { open: source !== null, id: progress?.id ?? null };
  }, [source, progress]);
  /**
   * The last export that this window started, and the latest progress of any export. Progress may arrive before the
   * export's id.
   */
  const own = useRef<string | null>(null);
  const latest = useRef<ExportProgress | null>(null);
  const take = useCallback(
    (next: ExportProgress) => {
      const isOwn = own.current === next.id;
      const { open, id } = shown.current;
      if (isOwn || !open || id === next.id) setProgress(next);
      if (isOwn && !isRunning(next)) announce(outcomeMessage(next));
    },
    [announce],
  );

  useEffect(() => {
    const stopAsking = exportDialogs.subscribe((requested) => {
      setSource(requested);
      setProblem(null);
      setProgress((last) => (last && isRunning(last) ? last : null));
    });
    const stopListening = host.onExportProgress((next) => {
      // A scheduled export must not replace the form that the user is filling in.
      if (next.request.profileId !== profileId || next.schedule !== null) return;
      latest.current = next;
      take(next);
    });
    return () => {
      stopAsking();
      stopListening();
    };
  }, [host, profileId, take]);

  const start = async (request: ExportRequest): Promise<void> => {
    setProblem(null);
    const result = await host.startExport(request);
    if (result.ok && result.value.id !== null) {
      own.current = result.value.id;
      if (latest.current?.id === own.current) take(latest.current);
    }
    if (!result.ok) setProblem(result.error.message);
  };
  const open = async (id: string, what: "file" | "folder"): Promise<void> => {
    await succeeds(host.openExport({ profileId, id, what }));
  };

  if (source === null) return null;
  return (
    <ExportDialog
      source={source}
      progress={progress}
      problem={problem}
      onStart={start}
      onOpen={open}
      onBack={() => setProgress(null)}
      onClose={() => setSource(null)}
    />
  );
}
