import { Anchor, Group } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { SavedCutPlan, SavedRoll } from "../../../shared/features/cut-finder/saved-plan.ts";
import { PLAIN_NUMBERS } from "../../../shared/base/text/read-number.ts";
import { cutsText } from "../../../shared/features/cut-finder/parse-cuts.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Freshness, PrintButtons, PlanSummary, RollTable } from "./plan-view.tsx";
import { SAVED, savedPlanLine } from "./messages.ts";
import { PlanSheet } from "./plan-sheet.tsx";
import {
  changedRolls,
  rollChanges,
  useDeletePlan,
  useRollsNow,
  useSavedPlans,
} from "./saved-plan-queries.ts";
import classes from "./cut-finder.module.css";

/** The screen of a saved plan: the planned rolls, and their changes since then. */
export function SavedPlanScreen() {
  const { id } = useParams({ from: "/cuts/$id" });
  const plans = useSavedPlans();
  const plan = plans?.find((one) => one.id === id);
  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title sd-wrap" tabIndex={-1}>
        {plan?.name ?? SAVED.title}
      </h1>
      <p>
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/cuts" search={{}} />}>
          {SAVED.back}
        </Anchor>
      </p>
      {plan && <OpenPlan plan={plan} />}
      {plans && !plan && <p>{SAVED.gone}</p>}
    </div>
  );
}

function OpenPlan({ plan }: { readonly plan: SavedCutPlan }) {
  const { typeId: type, oneLocation, unit } = plan;
  const navigate = useNavigate();
  const now = useRollsNow([plan]);
  const deletePlan = useDeletePlan();
  const changed = changedRolls(plan, now);
  const changesOf = (roll: SavedRoll): readonly string[] =>
    now === null ? [] : rollChanges(roll, now.get(roll.id), unit);
  const planAgain = (): void =>
    void navigate({
      to: "/cuts",
      search: { type, cuts: cutsText(plan.cuts, PLAIN_NUMBERS), ...(oneLocation && { together: true }) },
    });
  const remove = async (): Promise<void> => {
    await deletePlan(plan);
    await navigate({ to: "/cuts", search: {} });
  };
  return (
    <>
      <Freshness />
      <section className={classes.card} aria-label={plan.name}>
        <p>{savedPlanLine(plan)}</p>
        <PlanSummary plan={plan} longest={null} />
        {now !== null && (
          <p role="status" className={changed > 0 ? classes.changed : "sd-note"}>
            {changed > 0 ? SAVED.changed({ rolls: changed }) : SAVED.same}
          </p>
        )}
        <RollTable label={plan.name} rolls={plan.rolls} unit={unit} changesOf={changesOf} />
        <Group gap={8}>
          <PlainButton onClick={planAgain}>{SAVED.again}</PlainButton>
          <PrintButtons title={plan.name} />
          <PlainButton onClick={() => void remove()}>{SAVED.delete}</PlainButton>
        </Group>
      </section>
      <PlanSheet plan={plan} name={plan.name} madeAt={plan.madeAt} changesOf={changesOf} />
    </>
  );
}
