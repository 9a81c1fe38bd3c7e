import { planFigures } from "../../../shared/features/cut-finder/plan-figures.ts";
import { boundSentence, leftSentence, NOT_TOGETHER, rollsSentence, unplacedSentences } from "./messages.ts";
import type { PlanDraft } from "./plan-draft.ts";
import classes from "./cut-finder.module.css";

interface PlanSummaryProps {
  readonly plan: PlanDraft;
  /** The length of the longest roll; null if it is not known. */
  readonly longest: number | null;
}

/** The figures of a plan, and the pieces that it leaves out. */
export function PlanSummary({ plan, longest }: PlanSummaryProps) {
  const { rolls, unplaced, unit, lowerBound, oneLocation } = plan;
  const figures = planFigures(plan);
  return (
    <>
      {unplaced.length > 0 && (
        <div className={classes.problem} role="note">
          {unplacedSentences(unplaced, longest, unit).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {oneLocation && rolls.length > 0 && <p>{NOT_TOGETHER}</p>}
        </div>
      )}
      {rolls.length > 0 && (
        <>
          <p className={classes.figures}>
            <strong>{rollsSentence(rolls.length, figures)}</strong>
            <span>{leftSentence(figures, unit)}</span>
          </p>
          <p className="sd-note">{boundSentence(figures, lowerBound, unit)}</p>
        </>
      )}
    </>
  );
}
