import type { ExportProgress } from "../../../shared/features/exports/exports.ts";
import { useHost } from "../../host/host-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import type { ExportSource } from "../../table/exports/export-requests.ts";
import { ExportOutcome } from "./export-outcome.tsx";
import { isRunning } from "./messages.ts";
import { ChangesForm } from "./changes-form.tsx";
import type { ExportActions } from "./export-frame.tsx";
import { RowsForm } from "./rows-form.tsx";

interface ExportDialogProps extends ExportActions {
  readonly source: ExportSource;
  /** The shown export's progress; null while the user chooses an export. */
  readonly progress: ExportProgress | null;
  readonly onBack: () => void;
}

/** The dialog of exports: first the form, then the progress. */
export function ExportDialog({ source, progress, onBack, ...actions }: ExportDialogProps) {
  const host = useHost();
  const { problem, onClose, onOpen, onStart } = actions;
  return (
    <Dialog onClose={onClose} title="Export" size="lg" closeLabel="Close">
      <div key={progress === null ? "form" : isRunning(progress) ? "running" : "ended"} ref={keepFocus}>
        {progress && (
          <ExportOutcome
            progress={progress}
            problem={problem}
            onCancel={() => void host.cancelExport({ id: progress.id })}
            onOpen={(what) => void onOpen(progress.id, what)}
            onAgain={() => void onStart(progress.request)}
            onBack={onBack}
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
