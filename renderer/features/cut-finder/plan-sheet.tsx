import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { planFigures, remnantOf } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { useLive } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { completenessLine } from "../../inventory/paper/messages.ts";
import { pageSizeOf, usualPaper, usePageSize } from "../../inventory/paper/paper.ts";
import { printRequests } from "../../inventory/paper/print-requests.ts";
import { DataTable } from "../../ui/data-table.tsx";
import {
  sheetCuts,
  sheetFacts,
  sheetFigures,
  lengthText,
  piecesInWords,
  PLAN,
  unplacedSentences,
  SHEET,
} from "./messages.ts";
import type { PlanDraft } from "./plan-draft.ts";
import classes from "./plan-sheet.module.css";

/** The margin of the sheet, in millimetres. */
const MARGIN = 14;

interface PlanSheetProps {
  readonly plan: PlanDraft;
  /** The name of the plan; null for a plan without a name. */
  readonly name: string | null;
  /** The time at which the plan was made, ISO 8601; null if it is made now. */
  readonly madeAt: string | null;
  /** Describes the changes of a roll since the plan was made. */
  readonly changesOf?: (roll: SavedRoll) => readonly string[];
}

/**
 * The printed form of a plan, which is invisible on screen. While this component is mounted, the print command prints
 * it.
 */
export function PlanSheet({ plan, name, madeAt, changesOf }: PlanSheetProps) {
  const [paper] = useState(() => ({ ...usualPaper(), orientation: "portrait" as const }));
  usePageSize(pageSizeOf(paper), MARGIN);
  useEffect(() => printRequests.subscribe(() => window.print()), []);
  const status = useLive((live) => live.status);
  const now = useNow(60_000);
  const figures = planFigures(plan);
  const { rolls, unit, cuts, unplaced, typeName } = plan;
  return createPortal(
    <article className={classes.sheet} data-plan-sheet>
      <h1>{name ?? SHEET.title({ type: typeName })}</h1>
      <p>{sheetCuts(name === null ? null : typeName, cuts)}</p>
      <p>{sheetFigures(rolls.length, figures, unit)}</p>
      {unplacedSentences(unplaced, null, unit).map((sentence) => (
        <p key={sentence}>
          <strong>{sentence}</strong>
        </p>
      ))}
      <p className={classes.facts}>{sheetFacts(madeAt, now, completenessLine(status))}</p>
      <DataTable
        rows={rolls}
        keyOf={({ id }) => id}
        rowHeader={null}
        columns={[
          {
            key: "done",
            heading: PLAN.done,
            renderCell: () => <span className={classes.box} role="img" aria-label={PLAN.done} />,
          },
          {
            key: "roll",
            heading: PLAN.roll,
            renderCell: (roll) => (
              <>
                {roll.name}
                <br />
                <span className={classes.facts}>{roll.id}</span>
                {changesOf?.(roll).map((change) => (
                  <strong key={change} className={classes.change}>
                    {change}
                  </strong>
                ))}
              </>
            ),
          },
          {
            key: "location",
            heading: PLAN.location,
            renderCell: ({ locationName }) => locationName ?? PLAN.noLocation,
          },
          {
            key: "length",
            heading: changesOf ? PLAN.planned : PLAN.length,
            isNumber: true,
            renderCell: ({ length }) => lengthText(length, unit),
          },
          { key: "cuts", heading: PLAN.cuts, renderCell: ({ pieces }) => piecesInWords(pieces) },
          {
            key: "remnant",
            heading: PLAN.remnant,
            isNumber: true,
            renderCell: (roll) => lengthText(remnantOf(roll), unit),
          },
        ]}
      />
    </article>,
    document.body,
  );
}
