import { errorText } from "../../../shared/base/errors.ts";
import { joinFacts } from "../../ui/messages.ts";
import { IconFlask, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useHost, useLive } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { CopyRequestId } from "../../ui/notice.tsx";
import { formatUtc } from "../../base/format.ts";
import { quarantined, STATUS_BAR, rowCounts, QUARANTINE } from "./messages.ts";
import { problemOf } from "./problem.ts";
import { StateIcon } from "../../inventory/freshness/state-icon.tsx";
import {
  budgetSentence,
  daysSentence,
  freshnessSentence,
  fullCheckSentence,
  nextSentence,
  refreshObstacle,
  skewSentence,
  stalenessSentence,
  STATE_LABELS,
  unseenSentence,
  verificationSentence,
  STATE_TONES,
  KEY_USE,
} from "../../inventory/freshness/messages.ts";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";
import classes from "./status-bar.module.css";
import { QuietButton } from "../../ui/buttons.tsx";

const UNOPENED = { word: STATUS_BAR.notOpen, tone: "bad" } as const;
const WAITING = { word: STATUS_BAR.waitingForKey, tone: "busy" } as const;
const describeState = ({ state }: SyncStatus) => ({ word: STATE_LABELS[state], tone: STATE_TONES[state] });

/** Keeps the place of the status bar until the bar is rendered. */
export function StatusBarPlaceholder() {
  return <div className={classes.bar} />;
}

/**
 * The status bar: state, freshness, next activity, numbers of rows. A narrow window hides the last sentences; the
 * tooltip has all sentences.
 */
export function StatusBar() {
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(1_000);
  const unopened = useUnopened();
  const waiting = connection?.key === "waiting";
  const { word, tone } = unopened ? UNOPENED : waiting ? WAITING : describeState(status);
  const next = nextSentence(status, now);
  const stale = unopened ? "" : stalenessSentence(status, now);
  const skew = skewSentence(status);
  const foreign = status.budget?.foreignUse ? KEY_USE.foreign : "";
  const verification = verificationSentence(status);
  const days = daysSentence(status);
  // A failed state is not shown during a pass, which has not failed yet.
  const error = hasBanner(status) || status.pass !== null ? null : status.error;
  const complete = unopened ? "" : freshnessSentence(status, now);
  const fullCheck = unopened || !status.firstPullComplete ? "" : fullCheckSentence(status, now);
  const setAside = quarantined(status.quarantined);
  const counts = rowCounts(status.totals);
  const sentences = [
    joinFacts(complete, status.completeAsOf && formatUtc(status.completeAsOf)),
    stale,
    error ? errorText(error) : "",
    next,
    skew,
    foreign,
    verification,
    days,
    setAside,
    joinFacts(...counts),
    fullCheck,
    unseenSentence(status),
    budgetSentence(status),
  ].filter(isShown);
  useStateAnnouncement(word);
  useChangeAnnouncement(status);

  return (
    <footer className={classes.bar} aria-label={STATUS_BAR.label}>
      <span className={classes.state} data-tone={tone} data-testid="sync-state">
        <StateIcon state={waiting ? "syncing" : status.state} />
        {word}
      </span>
      <p className={classes.sentences} title={sentences.join("\n")}>
        {complete !== "" && <span className={classes.complete}>{complete}</span>}
        {stale !== "" && (
          <span className={classes.stale} data-testid="staleness">
            <Whole parts={stale.split(/(?=: )/u)} />
          </span>
        )}
        {error && (
          <span className={classes.error} data-tone={tone}>
            <Whole parts={errorText(error).split(/(?<=[.!?] )/u)} />
          </span>
        )}
        {next !== "" && <span className={classes.next}>{next}</span>}
        {skew !== "" && <span>{skew}</span>}
        {foreign !== "" && <span className={classes.foreign}>{foreign}</span>}
        {verification !== "" && (
          <span className={classes.foreign} data-testid="verification">
            {verification}
          </span>
        )}
        {days !== "" && <span className={classes.foreign}>{days}</span>}
        {fullCheck !== "" && <span className={classes.next}>{fullCheck}</span>}
      </p>
      {error?.requestId && <CopyRequestId requestId={error.requestId} />}
      <Facts isSample={connection?.kind === "sample"} setAside={setAside} counts={counts} />
      <RefreshButton isDisabled={unopened !== null || waiting} />
    </footer>
  );
}

/** Whether a banner explains the error of the status completely. */
const hasBanner = (status: SyncStatus): boolean =>
  status.state === "unauthorized"
  || status.state === "forbidden"
  || status.question !== null
  || problemOf(status) !== null;

function RefreshButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const host = useHost();
  const isRefreshing = useLive(({ status }) => status.pass !== null);
  const obstacle = useLive(({ status }) => refreshObstacle(status));
  return (
    <QuietButton
      color="gray"
      leftSection={<IconRefresh size={14} aria-hidden />}
      title={obstacle ?? STATUS_BAR.refreshHint}
      disabled={isDisabled || isRefreshing || obstacle !== null}
      onClick={() => void host.syncNow({ full: false })}
    >
      {STATUS_BAR.refresh}
    </QuietButton>
  );
}

interface FactsProps {
  readonly isSample: boolean;
  /** The sentence about malformed records; "" if there are none. */
  readonly setAside: string;
  readonly counts: readonly string[];
}

function Facts({ isSample, setAside, counts }: FactsProps) {
  return (
    <p className={classes.facts}>
      {isSample && (
        <span className={classes.sample}>
          <IconFlask size={14} aria-hidden />
          {STATUS_BAR.sampleData}
        </span>
      )}
      {setAside !== "" && <span title={QUARANTINE.hint}>{setAside}</span>}
      {counts.map((count) => (
        <span key={count}>{count}</span>
      ))}
    </p>
  );
}

/** A sentence in parts. A narrow window hides some parts, but never cuts a part. */
function Whole({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part) => (
    <span key={part} className={classes.whole}>
      {part}
    </span>
  ));
}

/** The labels of the states through which every pass goes. */
const ROUTINE_STATES: readonly string[] = [STATE_LABELS.idle, STATE_LABELS.syncing, STATUS_BAR.waitingForKey];

const isShown = (sentence: string): boolean => sentence !== "";

/** Announces a change of state, except changes between the states of every pass. */
function useStateAnnouncement(word: string): void {
  const announce = useAnnounce();
  const last = useRef(word);
  useEffect(() => {
    if (last.current !== word && !(ROUTINE_STATES.includes(word) && ROUTINE_STATES.includes(last.current)))
      announce(word);
    last.current = word;
  }, [announce, word]);
}

function useChangeAnnouncement({ pass, lastChange }: Pick<SyncStatus, "pass" | "lastChange">): void {
  const announce = useAnnounce();
  const last = useRef(lastChange);
  useEffect(() => {
    if (pass !== null) return;
    const changes = lastChange - last.current;
    last.current = lastChange;
    if (changes > 0) announce(STATUS_BAR.refreshed({ changes }));
  }, [announce, pass, lastChange]);
}
