import { serviceTime } from "../../../shared/domain/service-time.ts";
import { useLive } from "../../host/host-context.tsx";
import { useNow } from "../../host/use-now.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { formatDuration } from "../../base/format-age.ts";
import { StateIcon } from "../../inventory/freshness/state-icon.tsx";
import {
  nextSentence,
  stalenessSentence,
  stateLabel,
  unverifiedSentence,
} from "../../inventory/freshness/messages.ts";
import classes from "./diagnostics.module.css";
import { Fact, Facts, Panel } from "./panel.tsx";

/** How the connection is, and how fresh the rows are. */
export function FreshnessSection() {
  const status = useLive((live) => live.status);
  const now = useNow(1_000);
  const { word, tone } = stateLabel(status.state);
  const { completeAsOf, lastPassAt, lastFullCheckAt, clockSkewMs, error } = status;
  const when = (iso: string | null, at = now) => (iso === null ? "Never" : <DateTime iso={iso} now={at} />);
  const next = [nextSentence(status, now), stalenessSentence(status, now)].filter((text) => text !== "");
  return (
    <Panel title="Right now">
      <Facts>
        <Fact name="State">
          <span className={classes.outcome} data-tone={tone}>
            <StateIcon state={status.state} /> {word}
          </span>
        </Fact>
        <Fact name="Next">{next.length > 0 ? next.join(" · ") : "Nothing, until somebody acts"}</Fact>
        <Fact name="Complete as of">{when(completeAsOf, serviceTime(status, now))}</Fact>
        <Fact name="Last whole refresh">{when(lastPassAt)}</Fact>
        <Fact name="Last full check">{when(lastFullCheckAt)}</Fact>
        <Fact name="Not seen by it">{unverifiedSentence(status)}</Fact>
        <Fact name="Service's clock">
          {clockSkewMs === null
            ? "Not known"
            : `${formatDuration(Math.abs(clockSkewMs))} ${clockSkewMs < 0 ? "behind" : "ahead of"} this computer's`}
        </Fact>
        <Fact name="Last error">
          {error?.message ?? "None"} {error?.requestId && <CopyRequestId requestId={error.requestId} />}
        </Fact>
      </Facts>
    </Panel>
  );
}
