import { Button, Progress } from "@mantine/core";
import type { ExportProgress } from "../../../shared/features/exports/exports.ts";
import { useHostServices } from "../../host/host-context.ts";
import { useCopy } from "../../ui/use-copy.ts";
import classes from "./export.module.css";
import { isRunning, outcomeMessage, progressMessage, OUTCOME } from "./messages.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface ExportOutcomeProps {
  readonly progress: ExportProgress;
  readonly problem: string | null;
  readonly onCancel: () => void;
  readonly onOpen: (what: "file" | "folder") => void;
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** How far an export is, or how it ended and what can be done now. */
export function ExportOutcome({ progress, problem, ...on }: ExportOutcomeProps) {
  const { boot } = useHostServices();
  const copy = useCopy();
  const { state, rows, total, file } = progress;
  const inBrowser = boot.host === "browser";
  if (isRunning(progress))
    return (
      <div className="sd-form">
        {/* Takes the focus, so that a second Enter or click on "Export" cancels nothing. */}
        <p className={`${classes.words} sd-num`} data-testid="export-progress" tabIndex={-1} data-autofocus>
          {progressMessage(progress)}
        </p>
        <Progress.Root size="lg">
          <Progress.Section
            value={total ? (100 * rows) / total : 0}
            aria-label={OUTCOME.written}
            aria-valuetext={progressMessage(progress)}
          />
        </Progress.Root>
        {!inBrowser && <p className={`${classes.file} sd-dimmed`}>{file}</p>}
        <FormButtons wrap="wrap">
          <Button color="red" variant="light" onClick={on.onCancel}>
            {OUTCOME.cancel}
          </Button>
          <PlainButton onClick={on.onClose}>{OUTCOME.background}</PlainButton>
        </FormButtons>
      </div>
    );
  return (
    <div className="sd-form">
      <p
        className={`${classes.words} sd-num`}
        role={state === "failed" ? "alert" : undefined}
        data-state={state}
        data-testid="export-end"
      >
        {outcomeMessage(progress)}
      </p>
      {problem !== null && (
        <p role="alert" className="sd-problem">
          {problem}
        </p>
      )}
      {state === "done" && !inBrowser && <p className={`${classes.file} sd-dimmed`}>{file}</p>}
      <FormButtons wrap="wrap">
        <Button variant="subtle" onClick={on.onBack}>
          {OUTCOME.another}
        </Button>
        {state === "done" && inBrowser && (
          <Button data-autofocus onClick={() => on.onOpen("file")}>
            {ACTIONS.download}
          </Button>
        )}
        {state === "done" && !inBrowser && (
          <>
            <PlainButton onClick={() => copy(file, OUTCOME.path)}>{OUTCOME.copyPath}</PlainButton>
            <PlainButton onClick={() => on.onOpen("folder")}>{OUTCOME.showFolder}</PlainButton>
            <Button data-autofocus onClick={() => on.onOpen("file")}>
              {ACTIONS.open}
            </Button>
          </>
        )}
        {state !== "done" && (
          <Button data-autofocus onClick={on.onAgain}>
            {inBrowser ? ACTIONS.tryAgain : OUTCOME.otherName}
          </Button>
        )}
      </FormButtons>
    </div>
  );
}
