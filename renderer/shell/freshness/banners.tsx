import { formatDateTime } from "../../base/format.ts";
import { errorText } from "../../../shared/base/errors.ts";
import { sentenceText } from "../../../shared/base/text/texts.ts";
import {
  IconAlertTriangle,
  IconDatabaseExclamation,
  IconDatabaseOff,
  IconKey,
  IconPlayerPause,
  IconCalendarExclamation,
  IconDownload,
  IconHelpCircle,
} from "@tabler/icons-react";
import { useState, useEffect } from "react";
import type { AppError } from "../../../shared/base/errors.ts";
import { useHost, useHostServices, useLive, useConnectionApi } from "../../host/host-context.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { CopyRequestId, Notice } from "../../ui/notice.tsx";
import { KeyBanner } from "./key-banner.tsx";
import { problemMessage, failedExport, questionMessage, QUESTION, BANNERS } from "./messages.ts";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";
import { Button, Loader } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { problemOf } from "./problem.ts";
import { firstPullSentence } from "../../inventory/freshness/messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { MarkedSentence } from "../../ui/marked-sentence.tsx";
import { useSchedules } from "../../features/schedules/use-schedules.ts";
import { viewLabel } from "../../features/schedules/messages.ts";
import { updateText, updateTitle, UPDATE } from "../../features/updates/messages.ts";
import { UpdateButton, useUpdate } from "../../features/updates/update-button.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { ACTIONS, NOTICES } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import type { CallInput } from "../../../shared/contract/contract.ts";
import { errorOf } from "../../base/unwrap.ts";

/** The notices above every screen. */
export function Banners() {
  const unopened = useUnopened();
  // While the local data are not open, a key or a pull cannot help.
  if (unopened) return <UnopenedNotice error={unopened} />;
  return (
    <>
      <StartNotice />
      <KeyBanner />
      <QuestionBanner />
      <ProblemBanner />
      <KeychainNotice />
      <ScheduleFailureBanner />
      <FirstPullBanner />
      <UpdateBanner />
    </>
  );
}

/** The reasons of problems that the user solves outside Stockdeck. After that, a restart opens the local data. */
const REOPENED_BY_RESTART: ReadonlySet<AppError["reason"]> = new Set(["full", "not_writable", "locked"]);

/** The notice that the local copy could not be opened. */
function UnopenedNotice({ error }: { readonly error: AppError }) {
  const { title, advice } = adviseOn(error);
  const remedy = REOPENED_BY_RESTART.has(error.reason) ? joinSentences(advice, BANNERS.thenRestart) : advice;
  return (
    <Notice
      tone="bad"
      icon={<IconDatabaseOff size={18} aria-hidden />}
      title={NOTICES.sentence({ words: title })}
    >
      {errorText(error)} {remedy}
    </Notice>
  );
}

function StartNotice() {
  const { notice } = useHostServices().boot;
  const [dismissed, setDismissed] = useState(false);
  if (!notice || dismissed) return null;
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={BANNERS.start}
      actions={notice.requestId ? <CopyRequestId requestId={notice.requestId} /> : null}
      onDismiss={() => setDismissed(true)}
    >
      {errorText(notice)}
    </Notice>
  );
}

/**
 * The notice why the key is not in the keychain. After the user dismisses it, it stays away until the problem changes.
 */
function KeychainNotice() {
  const problem = useLive((live) => live.connection?.keychainProblem ?? null);
  const refused = useLive(({ status }) => status.state === "unauthorized" || status.state === "forbidden");
  const isSessionKey = useLive(({ connection }) => connection?.key === "session");
  const [dismissed, setDismissed] = useState<string | null>(null);
  // The place of a key matters only for a key that works.
  if (refused || !isSessionKey) return null;
  if (problem === null || problem.key === dismissed) return null;
  return (
    <Notice
      tone="warn"
      icon={<IconKey size={18} aria-hidden />}
      title={BANNERS.sessionKey}
      onDismiss={() => setDismissed(problem.key)}
    >
      {sentenceText(problem)}
    </Notice>
  );
}

/** The banner with the reason why refreshes fail, until a refresh succeeds. */
function ProblemBanner() {
  const problem = useLive(({ status }) => problemOf(status));
  const explained = useLocation({ select: ({ pathname }) => pathname === "/diagnostics" });
  if (!problem) return null;
  const { title, text } = problemMessage(problem);
  const Icon = problem.kind === "store" ? IconDatabaseExclamation : IconAlertTriangle;
  return (
    <Notice
      tone="bad"
      icon={<Icon size={18} aria-hidden />}
      title={title}
      actions={
        <>
          {problem.requestId && <CopyRequestId requestId={problem.requestId} />}
          {!explained && (
            <PlainButton renderRoot={(props) => <Link to="/diagnostics" {...props} />}>
              {BANNERS.diagnostics}
            </PlainButton>
          )}
        </>
      }
    >
      {text}
    </Notice>
  );
}

/**
 * The banner with the progress of the first pull. The user can stop and resume the pull. The progress has no
 * percentage, because the service does not report a total.
 */
function FirstPullBanner() {
  const host = useHost();
  const status = useLive((live) => live.status);
  const waiting = useLive((live) => live.connection?.key === "waiting");
  const needsKey = status.state === "unauthorized" || status.state === "forbidden";
  if (status.firstPullComplete || needsKey || waiting) return null;

  if (status.pass || status.state === "rate_limited" || status.state === "retrying") {
    return (
      <Notice
        tone="info"
        icon={<Loader size={16} />}
        title={BANNERS.pullRuns}
        actions={<PlainButton onClick={() => void host.cancelSync()}>{ACTIONS.cancel}</PlainButton>}
      >
        <span className="sd-num">{firstPullSentence(status)}</span>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      icon={<IconPlayerPause size={18} aria-hidden />}
      title={BANNERS.pullStopped}
      actions={<Button onClick={() => void host.syncNow({ full: false })}>{BANNERS.resume}</Button>}
    >
      <span className="sd-num">{firstPullSentence(status)}</span>
      {status.error && ` ${errorText(status.error)}`}
    </Notice>
  );
}

/** The banner with the scheduled exports that failed, until the user dismisses it. */
function ScheduleFailureBanner() {
  const schedules = useSchedules();
  const host = useHost();
  const seen = useMutationCall(() => host.seeScheduleFailures());
  const { connections } = useLive((live) => live.connections);
  const failed = schedules.filter(({ failure }) => failure !== null);
  const [latest] = failed.toSorted((a, b) => (b.failure?.at ?? "").localeCompare(a.failure?.at ?? ""));
  if (!latest?.failure) return null;
  const { failure, connectionId } = latest;
  const connection =
    connections.length > 1 ? connections.find((known) => known.connectionId === connectionId)?.name : null;
  const text = failedExport({
    count: failed.length,
    view: viewLabel(latest),
    connection: connection ?? null,
    moment: formatDateTime(failure.at),
    problem: failure.error ? errorText(failure.error) : "",
  });
  return (
    <Notice
      tone="bad"
      icon={<IconCalendarExclamation size={18} aria-hidden />}
      title={BANNERS.exportsFailed({ count: failed.length })}
      actions={
        <PlainButton
          renderRoot={(props) => <Link to="/settings" search={{ section: "schedules" }} {...props} />}
        >
          {BANNERS.schedules}
        </PlainButton>
      }
      onDismiss={() => seen.mutate()}
    >
      <MarkedSentence text={text} time={failure.at} />
    </Notice>
  );
}

/** The banner about a newer version of the app, until the user postpones it. */
function UpdateBanner() {
  const host = useHost();
  const update = useUpdate();
  const announce = useAnnounce();
  const isShown =
    update !== null && !update.postponed && update.step !== "idle" && update.step !== "checking";
  const title = isShown ? updateTitle(update) : null;
  useEffect(() => {
    if (title !== null) announce(title);
  }, [announce, title]);
  if (!update || title === null) return null;
  return (
    <Notice
      tone={update.error ? "warn" : "info"}
      icon={<IconDownload size={18} aria-hidden />}
      title={title}
      actions={
        <>
          <UpdateButton update={update} />
          <Button variant="subtle" onClick={() => void succeeds(host.postponeUpdate())}>
            {UPDATE.later}
          </Button>
        </>
      }
    >
      <span className="sd-num">{update.error ? errorText(update.error) : updateText(update)}</span>
    </Notice>
  );
}

/**
 * The banner with a question that only the user can answer: were the missing items removed, or does the key belong to
 * another company?
 */
function QuestionBanner() {
  const { host, connectionId } = useConnectionApi();
  const question = useLive((live) => live.status.question);
  const isSample = useLive((live) => live.connection?.kind === "sample");
  const answer = useMutationCall((choice: CallInput<"answerQuestion">["answer"]) =>
    host.answerQuestion({ connectionId, answer: choice }),
  );
  const adopt = useMutationCall(() => host.adoptAsNewConnection({ connectionId }));
  if (!question) return null;

  const { title, text, accept } = questionMessage(question);
  const failed = errorOf(answer.error ?? adopt.error);
  const busy = answer.isPending || adopt.isPending;
  return (
    <Notice
      tone="warn"
      icon={<IconHelpCircle size={18} aria-hidden />}
      title={title}
      actions={
        <>
          <PlainButton disabled={busy} onClick={() => answer.mutate("accept")}>
            {accept}
          </PlainButton>
          {!isSample && (
            <PlainButton loading={adopt.isPending} disabled={busy} onClick={() => adopt.mutate()}>
              {QUESTION.anotherCompany}
            </PlainButton>
          )}
          {question.kind === "mass_removal" && (
            <Button variant="subtle" disabled={busy} onClick={() => answer.mutate("later")}>
              {QUESTION.notNow}
            </Button>
          )}
        </>
      }
    >
      {text}
      {failed && ` ${errorText(failed)}`}
    </Notice>
  );
}
