import { Button, Progress } from "@mantine/core";
import { IconFileDiff } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Result } from "../../../shared/domain/errors.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { ComparisonQuestion } from "./comparison-question.tsx";
import { ComparisonResult } from "./comparison-result.tsx";
import { progressWords, summaryWords } from "./comparison-words.ts";
import frame from "../../ui/list-screen.module.css";
import classes from "./comparison.module.css";
import { useComparison } from "../../inventory/changes/use-comparison.ts";

/** An earlier export beside the present rows: what was added, what is gone, what changed. */
export function ComparisonScreen() {
  const { host, profileId } = useLocalCopy();
  const comparison = useComparison();
  const [problem, setProblem] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  useOutcomeAnnouncement(comparison);

  const attempt = async (call: Promise<Result<unknown>>): Promise<void> => {
    const result = await call;
    setProblem(result.ok ? null : result.error.message);
  };
  const choose = async (): Promise<void> => {
    setChoosing(true);
    await attempt(host.openComparison({ profileId }));
    setChoosing(false);
  };
  const button = (words: string, variant: "filled" | "default") => (
    <Button
      variant={variant}
      loading={choosing}
      leftSection={<IconFileDiff size={16} aria-hidden />}
      onClick={() => void choose()}
    >
      {words}
    </Button>
  );

  return (
    <section className={frame.screen} aria-label="Comparison">
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {comparison !== undefined && (
        <Body
          comparison={comparison}
          button={button}
          onAnswer={(id, rows) => void attempt(host.answerComparison({ id, rows }))}
          onCancel={(id) => void attempt(host.cancelComparison({ id }))}
        />
      )}
    </section>
  );
}

function Body({
  comparison,
  button,
  onAnswer,
  onCancel,
}: {
  readonly comparison: Comparison | null;
  readonly button: (words: string, variant: "filled" | "default") => ReactNode;
  readonly onAnswer: (
    id: string,
    rows: Parameters<Parameters<typeof ComparisonQuestion>[0]["onAnswer"]>[0],
  ) => void;
  readonly onCancel: (id: string) => void;
}) {
  if (!comparison || comparison.state === "cancelled") {
    return (
      <EmptyMessage>
        <h1>Compare with an earlier export</h1>
        <p>
          Choose a CSV, XLSX, JSON or NDJSON that Stockdeck wrote. You will see which rows were added, are
          gone or changed since, old → new. The file itself is not changed.
        </p>
        {button("Choose a file…", "filled")}
      </EmptyMessage>
    );
  }
  const { id, file, state, question, origin, outcome, error, rows, total } = comparison;
  if (state === "asking" && question) {
    return (
      <ComparisonQuestion
        key={id}
        file={file}
        question={question}
        onAnswer={(answer) => onAnswer(id, answer)}
        onCancel={() => onCancel(id)}
      />
    );
  }
  if (state === "failed") {
    return (
      <EmptyMessage>
        <h1>{file} cannot be compared</h1>
        <p role="alert">{error?.message}</p>
        {button("Choose another file…", "filled")}
      </EmptyMessage>
    );
  }
  if (state === "done" && origin && outcome) {
    return (
      <ComparisonResult
        key={id}
        comparison={{ ...comparison, origin, outcome }}
        another={button("Another file…", "default")}
      />
    );
  }
  return (
    <div className={classes.card}>
      <h1>{file}</h1>
      <p className={classes.progress} data-testid="comparison-progress">
        {progressWords(comparison)}
      </p>
      <Progress.Root size="lg">
        <Progress.Section
          value={total ? (100 * rows) / total : 0}
          aria-label="Compared so far"
          aria-valuetext={progressWords(comparison)}
        />
      </Progress.Root>
      <div className={classes.buttons}>
        <Button color="red" variant="light" onClick={() => onCancel(id)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Says what came of a comparison, where it ended while one waited. */
function useOutcomeAnnouncement(comparison: Comparison | null | undefined): void {
  const announce = useAnnounce();
  const waited = useRef(false);
  useEffect(() => {
    if (!comparison) return;
    const { state, outcome, origin, error } = comparison;
    if (state === "reading" || state === "comparing") waited.current = true;
    else if (waited.current) {
      waited.current = false;
      if (state === "done" && outcome && origin) announce(summaryWords(outcome, origin, Date.now()));
      else if (error) announce(error.message);
    }
  }, [announce, comparison]);
}
