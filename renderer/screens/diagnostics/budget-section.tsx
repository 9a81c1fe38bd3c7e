import { useLive } from "../../host/host-context.tsx";
import { plural } from "../../base/plural.ts";
import { FOREIGN_USE } from "../../inventory/freshness/messages.ts";
import classes from "./diagnostics.module.css";
import { BUDGET, learnedPace, nextCost } from "./messages.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** How many requests the key makes, against a limit that the service does not publish (specification 8). */
export function BudgetSection() {
  const budget = useLive((live) => live.status.budget);
  return (
    <Panel title={BUDGET.title} intro={BUDGET.intro}>
      {budget === null ? (
        <p className={classes.empty}>{BUDGET.noKey}</p>
      ) : (
        <>
          <Facts>
            <Fact name={BUDGET.lastHour}>{plural(budget.requestsLastHour, "request")}</Fact>
            <Fact name={BUDGET.pace}>{learnedPace(budget.spacingMs)}</Fact>
            <Fact name={BUDGET.nextRefresh}>{nextCost(budget.nextCost)}</Fact>
          </Facts>
          {budget.foreignUse && <p className={classes.hint}>{FOREIGN_USE}</p>}
        </>
      )}
    </Panel>
  );
}
