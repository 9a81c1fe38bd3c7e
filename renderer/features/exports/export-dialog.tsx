import type { ExportRequest } from "../../../shared/features/exports/exports.ts";
import { useFollowed } from "../../base/use-followed.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { DialogProps } from "../../ui/dialog-registry.tsx";
import { succeeds } from "../../ui/notify.tsx";
import type { ExportSource } from "../../table/exports/export-requests.ts";
import { ExportOutcome } from "./export-outcome.tsx";
import { isRunning, EXPORT_DIALOG } from "./messages.ts";
import { ChangesForm } from "./changes-form.tsx";
import type { ExportActions } from "./export-frame.tsx";
import { noteOwnExport, runningExport, useExportRun } from "./export-runs.ts";
import { RowsForm } from "./rows-form.tsx";

interface Stage {
  readonly source: ExportSource;
  /** The shown export; null while the user chooses one. */
  readonly id: string | null;
  readonly problem: string | null;
}

/** The dialog of exports: first the form, then the progress. An export continues while it is closed. */
export function ExportDialog({ request: source, onClose }: DialogProps<ExportSource>) {
  const { host, profileId } = useConnectionApi();
  const first = (): Stage => ({ source, id: runningExport(profileId), problem: null });
  const [{ id, problem }, setStage] = useFollowed(first, (last) => (last.source === source ? last : first()));
  const announce = useAnnounce();
  const progress = useExportRun(id);
  const change = (part: Partial<Stage>): void => setStage((now) => ({ ...now, ...part }));
  const onStart = async (request: ExportRequest): Promise<void> => {
    change({ problem: null });
    const result = await host.startExport(request);
    if (!result.ok) return change({ problem: result.error.message });
    const started = result.value.id;
    if (started === null) return;
    noteOwnExport(started, announce);
    change({ id: started });
  };
  const onOpen = async (of: string, what: "file" | "folder"): Promise<void> => {
    await succeeds(host.openExport({ profileId, id: of, what }));
  };
  const actions: ExportActions = { problem, onStart, onOpen, onClose };
  return (
    <Dialog onClose={onClose} title={EXPORT_DIALOG.title} size="lg" closeAs="close">
      <div key={progress === null ? "form" : isRunning(progress) ? "running" : "ended"} ref={keepFocus}>
        {progress && (
          <ExportOutcome
            progress={progress}
            problem={problem}
            onCancel={() => void host.cancelExport({ id: progress.id })}
            onOpen={(what) => void onOpen(progress.id, what)}
            onAgain={() => void onStart(progress.request)}
            onBack={() => change({ id: null })}
            onClose={onClose}
          />
        )}
        {!progress && source.of === "changes" && <ChangesForm source={source} actions={actions} />}
        {!progress && source.of === "rows" && <RowsForm source={source} actions={actions} />}
      </div>
    </Dialog>
  );
}

/**
 * Moves the focus into the new stage of the dialog. The focused button left with the former stage, and a modal moves
 * the focus only when it opens.
 */
function keepFocus(stage: HTMLElement | null): void {
  if (document.activeElement === document.body)
    stage?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}
