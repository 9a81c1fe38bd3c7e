import { Group } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { planFigures } from "../../../shared/features/cut-finder/plan-figures.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { moreSingles, PLAN, sheetTitle, SINGLE, planAnnouncement } from "./messages.ts";
import { PrintButtons } from "./plan-buttons.tsx";
import { draftPlan, singleRolls, type PlanDraft, type Wanted } from "./plan-draft.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { RollTable } from "./roll-table.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import type { StockRoll } from "./stock.ts";
import classes from "./cut-finder.module.css";

/** Single rolls beyond these are only counted. */
const SINGLES = 5;

interface PlanResultProps {
  readonly wanted: Wanted;
  /** The longest first. */
  readonly rolls: readonly StockRoll[];
}

/** The plan for what is wanted, and the single rolls that would do. */
export function PlanResult({ wanted, rolls }: PlanResultProps) {
  const [saving, setSaving] = useState(false);
  const plan = useMemo(() => draftPlan(wanted, rolls), [wanted, rolls]);
  const singles = useMemo(() => singleRolls(wanted.cuts, rolls), [wanted, rolls]);
  useResultAnnouncement(plan);
  return (
    <>
      <section className={classes.card} aria-label={PLAN.title}>
        <h2>{PLAN.title}</h2>
        <PlanSummary plan={plan} longest={rolls[0]?.length ?? null} />
        {plan.rolls.length > 0 && (
          <>
            <RollTable label={PLAN.title} rolls={plan.rolls} unit={plan.unit} />
            <Group gap={8}>
              <PlainButton
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                onClick={() => setSaving(true)}
              >
                {PLAN.save}
              </PlainButton>
              <PrintButtons title={sheetTitle(plan.typeName)} />
            </Group>
            <PlanSheet plan={plan} name={null} madeAt={null} />
          </>
        )}
      </section>
      <section className={classes.card} aria-label={SINGLE.title}>
        <h2>{SINGLE.title}</h2>
        {singles.length === 0 ? (
          <p className="sd-note">{SINGLE.none}</p>
        ) : (
          <RollTable label={SINGLE.title} rolls={singles.slice(0, SINGLES)} unit={plan.unit} />
        )}
        {singles.length > SINGLES && <p className="sd-note">{moreSingles(singles.length - SINGLES)}</p>}
      </section>
      {saving && <SaveDialog plan={plan} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Ms without a newer plan before a plan is announced. Typing then announces only the last one. */
const ANNOUNCE_DELAY = 800;

function useResultAnnouncement(plan: PlanDraft): void {
  const announce = useAnnounce();
  const figures = planFigures(plan);
  const sentence = planAnnouncement(plan.rolls.length, figures, plan.unplaced, plan.unit);
  useEffect(() => {
    const timer = setTimeout(() => announce(sentence), ANNOUNCE_DELAY);
    return () => clearTimeout(timer);
  }, [announce, sentence]);
}
