import { errorText } from "../../../shared/base/errors.ts";
import { joinFacts } from "../../ui/messages.ts";
import { Group } from "@mantine/core";
import { useState } from "react";
import { serviceTime } from "../../../shared/inventory/service-time.ts";
import { useLive } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { QuietButton } from "../../ui/buttons.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { CopyRequestId } from "../../ui/notice.tsx";
import { StateIcon } from "../../inventory/freshness/state-icon.tsx";
import {
  nextSentence,
  stalenessSentence,
  STATE_LABELS,
  unverifiedSentence,
  STATE_TONES,
  KEY_USE,
} from "../../inventory/freshness/messages.ts";
import classes from "./diagnostics.module.css";
import {
  BUDGET,
  clockDifference,
  collectorFacts,
  FRESHNESS,
  learnedPace,
  LICENCES,
  LOCAL_DATA,
  VERSION_FACTS,
  DIAGNOSTICS,
} from "./messages.ts";
import { Fact, Facts, Panel } from "./panel.tsx";
import { formatBytes } from "../../base/format-bytes.ts";
import { policyText, SETTINGS } from "../../host/messages.ts";
import type { Diagnostics } from "../../../shared/features/diagnostics/diagnostics.ts";

const Licences = lazyPart(() => import("./licences.tsx"), "Licences");

/** The state of the connection and the freshness of the rows. */
export function FreshnessSection() {
  const status = useLive((live) => live.status);
  const now = useNow(1_000);
  const { completeAsOf, lastPassAt, lastFullCheckAt, clockSkewMs, error, collector } = status;
  const when = (iso: string | null, at = now) =>
    iso === null ? DIAGNOSTICS.never : <DateTime iso={iso} now={at} />;
  const next = joinFacts(nextSentence(status, now), stalenessSentence(status, now));
  return (
    <Panel title={FRESHNESS.title}>
      <Facts>
        <Fact name={FRESHNESS.state}>
          <span className={classes.outcome} data-tone={STATE_TONES[status.state]}>
            <StateIcon state={status.state} /> {STATE_LABELS[status.state]}
          </span>
        </Fact>
        <Fact name={FRESHNESS.next}>{next === "" ? FRESHNESS.nothingNext : next}</Fact>
        <Fact name={FRESHNESS.completeAsOf}>{when(completeAsOf, serviceTime(status, now))}</Fact>
        <Fact name={FRESHNESS.lastRefresh}>{when(lastPassAt)}</Fact>
        <Fact name={FRESHNESS.lastFullCheck}>{when(lastFullCheckAt)}</Fact>
        {collector && <Fact name={FRESHNESS.collector}>{collectorFacts(collector)}</Fact>}
        <Fact name={FRESHNESS.rowsToCheck}>{unverifiedSentence(status)}</Fact>
        <Fact name={FRESHNESS.clock}>
          {clockSkewMs === null ? DIAGNOSTICS.unknown : clockDifference(clockSkewMs)}
        </Fact>
        <Fact name={FRESHNESS.lastError}>
          {error ? errorText(error) : FRESHNESS.noError}{" "}
          {error?.requestId && <CopyRequestId requestId={error.requestId} />}
        </Fact>
      </Facts>
    </Panel>
  );
}

/** The numbers of the key's requests. The service does not publish the limit of requests (specification 8). */
export function BudgetSection() {
  const budget = useLive((live) => live.status.budget);
  return (
    <Panel title={BUDGET.title} intro={BUDGET.intro}>
      {budget === null ? (
        <p className="sd-note">{BUDGET.noKey}</p>
      ) : (
        <>
          <Facts>
            <Fact name={BUDGET.lastHour}>{BUDGET.requests({ requests: budget.requestsLastHour })}</Fact>
            <Fact name={BUDGET.pace}>{learnedPace(budget.spacingMs)}</Fact>
            <Fact name={BUDGET.nextRefresh}>{BUDGET.about({ requests: budget.nextCost })}</Fact>
          </Facts>
          {budget.foreignUse && <p className={classes.hint}>{KEY_USE.foreign}</p>}
        </>
      )}
    </Panel>
  );
}

/** The size of the local files, and the free space of the disk. */
export function FilesSection({ files, freeBytes }: Pick<Diagnostics, "files" | "freeBytes">) {
  const { totals, hidden } = useLive((live) => live.status);
  const missing = hidden.items + hidden.types + hidden.locations;
  return (
    <Panel title={LOCAL_DATA.title}>
      <Facts>
        <Fact name={LOCAL_DATA.rows}>{LOCAL_DATA.counts(totals)}</Fact>
        <Fact name={LOCAL_DATA.missing}>{LOCAL_DATA.missingRows({ rows: missing })}</Fact>
        {files.map(({ name, bytes }) => (
          <Fact key={name} name={<span className="sd-mono">{name}</span>}>
            {formatBytes(bytes)}
          </Fact>
        ))}
        <Fact name={LOCAL_DATA.free}>
          {freeBytes === null ? DIAGNOSTICS.unknown : formatBytes(freeBytes)}
        </Fact>
      </Facts>
    </Panel>
  );
}

/** The versions, the connection, the sandbox and the administrator's policy. */
export function VersionsSection({
  diagnostics: { versions, sandboxOff, connection, policy },
}: {
  readonly diagnostics: Pick<Diagnostics, "versions" | "sandboxOff" | "connection" | "policy">;
}) {
  const [isShown, setIsShown] = useState(false);
  const { stockdeck, electron, chromium, node, sqlite, platform, system } = versions;
  const known = [
    [VERSION_FACTS.stockdeck, stockdeck],
    [VERSION_FACTS.electron, electron],
    [VERSION_FACTS.chromium, chromium],
    [VERSION_FACTS.node, node],
    [VERSION_FACTS.sqlite, sqlite],
    [VERSION_FACTS.system, VERSION_FACTS.systemName({ system, platform })],
    [VERSION_FACTS.baseUrl, connection?.baseUrl ?? null],
    [VERSION_FACTS.connection, connection?.connectionId ?? null],
    [VERSION_FACTS.sandbox, sandboxOff],
    [SETTINGS.setByAdministrator, policyText(policy)],
  ] as const;
  return (
    <Panel title={VERSION_FACTS.title}>
      <Facts>
        {known.map(
          ([name, value]) =>
            value !== null && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </Facts>
      <Group>
        <QuietButton onClick={() => setIsShown(true)}>{LICENCES.show}</QuietButton>
      </Group>
      {isShown && <Licences onClose={() => setIsShown(false)} />}
    </Panel>
  );
}
