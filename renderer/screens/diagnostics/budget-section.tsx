import { useLive } from "../../host/host-context.tsx";
import { formatDuration } from "../../base/format-age.ts";
import { plural } from "../../base/plural.ts";
import { FOREIGN_USE } from "../../inventory/freshness/messages.ts";
import classes from "./diagnostics.module.css";
import { Fact, Facts, Panel } from "./panel.tsx";

/** What the key is asked for, against a limit that the service does not tell (specification 8). */
export function BudgetSection() {
  const budget = useLive((live) => live.status.budget);
  return (
    <Panel
      title="Request budget"
      intro="The service limits the requests of a key and does not say how many. Stockdeck learns a safe distance from its refusals (429)."
    >
      {budget === null ? (
        <p className={classes.empty}>Nothing is asked for: there is no key.</p>
      ) : (
        <>
          <Facts>
            <Fact name="In the last hour">{plural(budget.requestsLastHour, "request")}</Fact>
            <Fact name="Learned distance">
              {budget.spacingMs > 0
                ? `${formatDuration(budget.spacingMs)} between requests in the background`
                : "None: nothing was refused lately at Stockdeck’s own pace"}
            </Fact>
            <Fact name="Next refresh">about {plural(budget.nextCost, "request")}</Fact>
          </Facts>
          {budget.foreignUse && <p className={classes.hint}>{FOREIGN_USE}</p>}
        </>
      )}
    </Panel>
  );
}
