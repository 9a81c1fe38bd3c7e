import { Anchor } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { SavedCutPlan } from "../../../shared/features/cut-finder/saved-plan.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { changedSentence, deleteLabel, SAVED, savedSummary } from "./messages.ts";
import { changedRolls } from "./roll-changes.ts";
import { useDeletePlan, useRollsNow, useSavedPlans } from "./saved-plan-queries.ts";
import classes from "./cut-finder.module.css";

/** The saved plans, with a mark if rolls changed since. */
export function SavedPlans() {
  const plans = useSavedPlans();
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.card} aria-label={SAVED.title}>
      <h2 ref={title} tabIndex={-1}>
        {SAVED.title}
      </h2>
      {plans?.length === 0 && <p className="sd-note">{SAVED.none}</p>}
      {plans && plans.length > 0 && <PlanList plans={plans} onDelete={() => title.current?.focus()} />}
    </section>
  );
}

interface PlanListProps {
  readonly plans: readonly SavedCutPlan[];
  /** Called when a plan goes, and the focus with it. */
  readonly onDelete: () => void;
}

function PlanList({ plans, onDelete }: PlanListProps) {
  const now = useRollsNow(plans);
  const deletePlan = useDeletePlan();
  return (
    <ul className="sd-list">
      {plans.map((plan) => {
        const changed = changedRolls(plan, now);
        return (
          <li key={plan.id} className={classes.saved}>
            <div className="sd-wrap">
              <Anchor
                inherit
                fw={600}
                renderRoot={(props) => <Link {...props} to="/cuts/$id" params={{ id: plan.id }} />}
              >
                {plan.name}
              </Anchor>
              <p className="sd-note">{savedSummary(plan)}</p>
            </div>
            {changed > 0 && <span className={classes.changed}>{changedSentence(changed)}</span>}
            <IconButton
              icon={IconTrash}
              label={deleteLabel(plan.name)}
              title={SAVED.delete}
              onClick={() => {
                onDelete();
                void deletePlan(plan);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
