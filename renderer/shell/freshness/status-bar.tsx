import { Button } from "@mantine/core";
import { IconFlask, IconRefresh } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { SyncStatus } from "../../../shared/domain/status.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useHost, useLive } from "../../host/host-context.tsx";
import { useNow } from "../../host/use-now.ts";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { formatUtc } from "../../base/format-date.ts";
import { plural } from "../../base/plural.ts";
import { problemOf } from "./problem-words.ts";
import { StateIcon } from "../../inventory/freshness/state-icon.tsx";
import {
  budgetSentence,
  completenessSentence,
  FOREIGN_USE,
  fullCheckSentence,
  nextSentence,
  refreshObstacle,
  skewSentence,
  stalenessSentence,
  stateLabel,
  unseenSentence,
} from "../../inventory/freshness/messages.ts";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";
import classes from "./status-bar.module.css";

const UNOPENED = { word: "Local data not open", tone: "bad" } as const;
const WAITING = { word: "Waiting for the key", tone: "busy" } as const;

/** Where it will be, as high as it is. */
export function StatusBarPlace() {
  return <div className={classes.bar} />;
}

/**
 * Always on screen: the connection's state, how fresh the rows are, what happens next, and how many there are. Where
 * it is too narrow for all of that, the last sentences go first, and whole; everything is in the title.
 */
export function StatusBar() {
  const host = useHost();
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(1_000);
  const unopened = useUnopened();
  const waiting = connection?.key === "waiting";
  const { word, tone } = unopened ? UNOPENED : waiting ? WAITING : stateLabel(status.state);
  const next = nextSentence(status, now);
  const stale = unopened ? "" : stalenessSentence(status, now);
  const skew = skewSentence(status);
  const foreign = status.budget?.foreignUse ? FOREIGN_USE : "";
  const obstacle = refreshObstacle(status);
  // A banner says it at length, with the request id; and what is being tried again is not yet failed.
  const bannered =
    status.state === "unauthorized"
    || status.state === "forbidden"
    || status.question !== null
    || problemOf(status) !== null;
  const error = bannered || status.pass !== null ? null : status.error;
  const complete = unopened ? "" : completenessSentence(status, now);
  const fullCheck = unopened || !status.firstPullComplete ? "" : fullCheckSentence(status, now);
  const quarantined =
    status.quarantined > 0 ? `${plural(status.quarantined, "malformed record")} set aside` : "";
  const { items, types, locations } = status.totals;
  const counts = [plural(items, "item"), plural(types, "type"), plural(locations, "location")];
  const said = [
    [complete, status.completeAsOf ? formatUtc(status.completeAsOf) : ""].filter(isSaid).join(" · "),
    stale,
    error?.message ?? "",
    next,
    skew,
    foreign,
    quarantined,
    counts.join(" · "),
    fullCheck,
    unseenSentence(status),
    budgetSentence(status),
  ].filter(isSaid);
  useStateAnnouncement(word);
  useChangeAnnouncement(status);

  return (
    <footer className={classes.bar} aria-label="Status">
      <span className={classes.state} data-tone={tone} data-testid="sync-state">
        <StateIcon state={waiting ? "syncing" : status.state} />
        {word}
      </span>
      <p className={classes.said} title={said.join("\n")}>
        {complete !== "" && <span className={classes.complete}>{complete}</span>}
        {stale !== "" && (
          <span className={classes.stale} data-testid="staleness">
            <Whole parts={stale.split(/(?=: )/u)} />
          </span>
        )}
        {error && (
          <span className={classes.error} data-tone={tone}>
            <Whole parts={error.message.split(/(?<=[.!?] )/u)} />
          </span>
        )}
        {next !== "" && <span className={classes.next}>{next}</span>}
        {skew !== "" && <span>{skew}</span>}
        {foreign !== "" && <span className={classes.foreign}>{foreign}</span>}
        {fullCheck !== "" && <span className={classes.next}>{fullCheck}</span>}
      </p>
      {error?.requestId && <CopyRequestId requestId={error.requestId} />}
      <p className={classes.facts}>
        {connection?.kind === "sample" && (
          <span className={classes.sample}>
            <IconFlask size={14} aria-hidden />
            Sample data
          </span>
        )}
        {quarantined !== "" && (
          <span title="Records without an id or a name, or with a field of the wrong type">
            {quarantined}
          </span>
        )}
        {counts.map((count) => (
          <span key={count}>{count}</span>
        ))}
      </p>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconRefresh size={14} aria-hidden />}
        title={obstacle ?? "Refresh now (F5)"}
        disabled={status.pass !== null || unopened !== null || waiting || obstacle !== null}
        onClick={() => void host.syncNow({ full: false })}
      >
        Refresh
      </Button>
    </footer>
  );
}

/** Parts of what is said that stand or go whole where it is narrow: half a sentence would only raise a question. */
function Whole({ parts }: { readonly parts: readonly string[] }) {
  return parts.map((part) => (
    <span key={part} className={classes.whole}>
      {part}
    </span>
  ));
}

const isSaid = (sentence: string): boolean => sentence !== "";

/** States come and go with every pass; the routine ones are not worth an interruption. */
function useStateAnnouncement(word: string): void {
  const announce = useAnnounce();
  const last = useRef(word);
  useEffect(() => {
    const routine = ["Connected", "Syncing", WAITING.word];
    if (last.current !== word && !(routine.includes(word) && routine.includes(last.current))) announce(word);
    last.current = word;
  }, [announce, word]);
}

/** A refresh that brought something is told once it is whole; the rows themselves say nothing of it. */
function useChangeAnnouncement({ pass, lastChange }: Pick<SyncStatus, "pass" | "lastChange">): void {
  const announce = useAnnounce();
  const last = useRef(lastChange);
  useEffect(() => {
    if (pass !== null) return;
    const changes = lastChange - last.current;
    last.current = lastChange;
    if (changes > 0) announce(`Refreshed: ${plural(changes, "change")}`);
  }, [announce, pass, lastChange]);
}
