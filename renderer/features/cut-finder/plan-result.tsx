import { Group, Button, TextInput } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useEffect, useMemo, useState, type FormEvent } from "react";
import { clock } from "../../base/clock.ts";
import { planFigures } from "../../../shared/features/cut-finder/plan-figures.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { PlainButton, FormButtons } from "../../ui/buttons.tsx";
import { PLAN, SINGLE, planAnnouncement, SAVED, suggestedName, SHEET, CUT_FINDER } from "./messages.ts";
import { PrintButtons, PlanSummary, RollTable } from "./plan-view.tsx";
import { draftPlan, singleRolls, type PlanDraft, type Wanted } from "./plan-draft.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import type { StockRoll } from "./stock.ts";
import classes from "./cut-finder.module.css";
import { notifications } from "@mantine/notifications";
import { Dialog } from "../../ui/dialog.tsx";
import { useSavePlan } from "./saved-plan-queries.ts";
import { ACTIONS } from "../../ui/messages.ts";

/** The most single rolls that are listed; further rolls are only counted. */
const SINGLES = 5;

interface PlanResultProps {
  readonly wanted: Wanted;
  /** The available rolls, the longest first. */
  readonly rolls: readonly StockRoll[];
}

/** The plan for the requested cuts, and single rolls that would suffice. */
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
              <PrintButtons title={SHEET.title({ type: plan.typeName })} />
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
        {singles.length > SINGLES && (
          <p className="sd-note">{SINGLE.more({ count: singles.length - SINGLES })}</p>
        )}
      </section>
      {saving && <SaveDialog plan={plan} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Ms without a newer plan before a plan is announced. So while the user types, only the last plan is announced. */
const ANNOUNCE_DELAY_MS = 800;

function useResultAnnouncement(plan: PlanDraft): void {
  const announce = useAnnounce();
  const figures = planFigures(plan);
  const sentence = planAnnouncement(plan.rolls.length, figures, plan.unplaced, plan.unit);
  useEffect(() => {
    const timer = clock.after(ANNOUNCE_DELAY_MS, () => announce(sentence));
    return () => timer.stop();
  }, [announce, sentence]);
}

interface SaveDialogProps {
  readonly plan: PlanDraft;
  readonly onClose: () => void;
}

/** The dialog that asks for the name under which a plan is saved. */
function SaveDialog({ plan, onClose }: SaveDialogProps) {
  const [name, setName] = useState(() => suggestedName(plan.typeName, plan.cuts));
  const [busy, setBusy] = useState(false);
  const savePlan = useSavePlan();
  const save = async (): Promise<void> => {
    setBusy(true);
    const id = crypto.randomUUID();
    const saved = await savePlan({
      ...plan,
      id,
      name: name.trim(),
      madeAt: new Date(clock.now()).toISOString(),
    });
    setBusy(false);
    if (!saved) return;
    notifications.show({ message: SAVED.saved({ name: name.trim() }) });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog title={SAVED.dialog} closeAs="cancel" onClose={onClose}>
      <form className="sd-form" onSubmit={submit}>
        <TextInput
          label={SAVED.name}
          value={name}
          maxLength={120}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className="sd-note">{CUT_FINDER.notReserved}</p>
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={name.trim() === ""}>
            {ACTIONS.save}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
