import { serviceTime } from "../../../shared/domain/service-time.ts";
import { useLive } from "../../host/host-context.tsx";
import { useNow } from "../../host/use-now.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { StateIcon } from "../../inventory/freshness/state-icon.tsx";
import {
  nextSentence,
  stalenessSentence,
  stateLabel,
  unverifiedSentence,
} from "../../inventory/freshness/messages.ts";
import classes from "./diagnostics.module.css";
import { clockDifference, FRESHNESS, NEVER, UNKNOWN } from "./messages.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** The state of the connection and the freshness of the rows. */
export function FreshnessSection() {
  const status = useLive((live) => live.status);
  const now = useNow(1_000);
  const { word, tone } = stateLabel(status.state);
  const { completeAsOf, lastPassAt, lastFullCheckAt, clockSkewMs, error } = status;
  const when = (iso: string | null, at = now) => (iso === null ? NEVER : <DateTime iso={iso} now={at} />);
  const next = [nextSentence(status, now), stalenessSentence(status, now)].filter((text) => text !== "");
  return (
    <Panel title={FRESHNESS.title}>
      <Facts>
        <Fact name={FRESHNESS.state}>
          <span className={classes.outcome} data-tone={tone}>
            <StateIcon state={status.state} /> {word}
          </span>
        </Fact>
        <Fact name={FRESHNESS.next}>{next.length > 0 ? next.join(" · ") : FRESHNESS.nothingNext}</Fact>
        <Fact name={FRESHNESS.completeAsOf}>{when(completeAsOf, serviceTime(status, now))}</Fact>
        <Fact name={FRESHNESS.lastRefresh}>{when(lastPassAt)}</Fact>
        <Fact name={FRESHNESS.lastFullCheck}>{when(lastFullCheckAt)}</Fact>
        <Fact name={FRESHNESS.rowsToCheck}>{unverifiedSentence(status)}</Fact>
        <Fact name={FRESHNESS.clock}>{clockSkewMs === null ? UNKNOWN : clockDifference(clockSkewMs)}</Fact>
        <Fact name={FRESHNESS.lastError}>
          {error?.message ?? FRESHNESS.noError}{" "}
          {error?.requestId && <CopyRequestId requestId={error.requestId} />}
        </Fact>
      </Facts>
    </Panel>
  );
}
