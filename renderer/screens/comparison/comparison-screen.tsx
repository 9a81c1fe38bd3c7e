import { Button, Progress } from "@mantine/core";
import { IconFileDiff } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Comparison } from "../../../shared/exports/comparisons.ts";
import type { Result } from "../../../shared/domain/errors.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLocalCopy } from "../../host/host-context.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { ComparisonQuestion } from "./comparison-question.tsx";
import { ComparisonResult } from "./comparison-result.tsx";
import {
  ANOTHER_FILE,
  cannotCompare,
  CHOOSE_ANOTHER_FILE,
  CHOOSE_FILE,
  INTRO,
  PROGRESS_BAR,
  progressSentence,
  summarySentence,
  TITLE,
} from "./messages.ts";
import frame from "../../ui/list-screen.module.css";
import classes from "./comparison.module.css";
import { useComparison } from "../../inventory/changes/use-comparison.ts";
import { FormButtons } from "../../ui/buttons.tsx";

/** Compares an earlier export with the current rows: what was added, is gone or changed. */
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
  const button = (label: string, variant: "filled" | "default") => (
    <Button
      variant={variant}
      loading={choosing}
      leftSection={<IconFileDiff size={16} aria-hidden />}
      onClick={() => void choose()}
    >
      {label}
    </Button>
  );

  return (
    <section className={frame.screen} aria-label={TITLE}>
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

interface BodyProps {
  readonly comparison: Comparison | null;
  readonly button: (label: string, variant: "filled" | "default") => ReactNode;
  readonly onAnswer: (
    id: string,
    rows: Parameters<Parameters<typeof ComparisonQuestion>[0]["onAnswer"]>[0],
  ) => void;
  readonly onCancel: (id: string) => void;
}

function Body({ comparison, button, onAnswer, onCancel }: BodyProps) {
  if (!comparison || comparison.state === "cancelled") {
    return (
      <EmptyMessage>
        <h1>{INTRO.title}</h1>
        <p>{INTRO.text}</p>
        {button(CHOOSE_FILE, "filled")}
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
        <h1>{cannotCompare(file)}</h1>
        <p role="alert">{error?.message}</p>
        {button(CHOOSE_ANOTHER_FILE, "filled")}
      </EmptyMessage>
    );
  }
  if (state === "done" && origin && outcome) {
    return (
      <ComparisonResult
        key={id}
        comparison={{ ...comparison, origin, outcome }}
        another={button(ANOTHER_FILE, "default")}
      />
    );
  }
  return (
    <div className={classes.card}>
      <h1>{file}</h1>
      <p className="sd-num" data-testid="comparison-progress">
        {progressSentence(comparison)}
      </p>
      <Progress.Root size="lg">
        <Progress.Section
          value={total ? (100 * rows) / total : 0}
          aria-label={PROGRESS_BAR}
          aria-valuetext={progressSentence(comparison)}
        />
      </Progress.Root>
      <FormButtons>
        <Button color="red" variant="light" onClick={() => onCancel(id)}>
          Cancel
        </Button>
      </FormButtons>
    </div>
  );
}

/** Announces the outcome of a comparison that ended while its progress was on screen. */
function useOutcomeAnnouncement(comparison: Comparison | null | undefined): void {
  const announce = useAnnounce();
  const waited = useRef(false);
  useEffect(() => {
    if (!comparison) return;
    const { state, outcome, origin, error } = comparison;
    if (state === "reading" || state === "comparing") waited.current = true;
    else if (waited.current) {
      waited.current = false;
      if (state === "done" && outcome && origin) announce(summarySentence(outcome, origin, Date.now()));
      else if (error) announce(error.message);
    }
  }, [announce, comparison]);
}
