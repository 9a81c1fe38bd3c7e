import { IconAlertTriangle, IconDatabaseOff, IconKey } from "@tabler/icons-react";
import { useState } from "react";
import type { AppError } from "../../../shared/domain/errors.ts";
import { useHostServices, useLive } from "../../host/host-context.tsx";
import { adviseOn } from "../../ui/error-advice.ts";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ScheduleBanners } from "./schedule-banners.tsx";
import { FirstPullBanner } from "./first-pull-banner.tsx";
import { KeyBanner } from "./key-banner.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import { QuestionBanner } from "./question-banner.tsx";
import { useUnopened } from "../../inventory/freshness/use-unopened.ts";

/** What needs attention, above every screen; the data below stay readable. */
export function Banners() {
  const unopened = useUnopened();
  // Neither a key nor a pull would help before this.
  if (unopened) return <UnopenedNotice error={unopened} />;
  return (
    <>
      <StartNotice />
      <KeyBanner />
      <QuestionBanner />
      <ProblemBanner />
      <KeychainNotice />
      <ScheduleBanners />
      <FirstPullBanner />
    </>
  );
}

/** What is mended outside, and noticed when the copy is opened the next time. */
const REOPENED_BY_RESTART: ReadonlySet<AppError["reason"]> = new Set(["full", "not_writable", "locked"]);

/** Why there are no rows though there may be some on the disk. */
function UnopenedNotice({ error }: { readonly error: AppError }) {
  const { title, advice } = adviseOn(error);
  const remedy = REOPENED_BY_RESTART.has(error.reason) ? `${advice} Then restart Stockdeck.` : advice;
  return (
    <Notice tone="bad" icon={<IconDatabaseOff size={18} aria-hidden />} title={`${title}.`}>
      {error.message} {remedy}
    </Notice>
  );
}

/** What became of damaged local data at start-up. */
function StartNotice() {
  const { notice } = useHostServices().boot;
  const [dismissed, setDismissed] = useState(false);
  if (!notice || dismissed) return null;
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="About the local data:"
      actions={notice.requestId ? <CopyRequestId requestId={notice.requestId} /> : null}
      onDismiss={() => setDismissed(true)}
    >
      {notice.message}
    </Notice>
  );
}

/** Why the key is not in the keychain; dismissed for as long as the same problem stands. */
function KeychainNotice() {
  const problem = useLive((live) => live.connection?.keychainProblem ?? null);
  const refused = useLive(({ status }) => status.state === "unauthorized" || status.state === "forbidden");
  const held = useLive(({ connection }) => connection?.key === "session");
  const [dismissed, setDismissed] = useState<string | null>(null);
  // Where to keep a key matters once there is one that works.
  if (refused || !held) return null;
  if (problem === null || problem === dismissed) return null;
  return (
    <Notice
      tone="warn"
      icon={<IconKey size={18} aria-hidden />}
      title="The key is kept for this session only."
      onDismiss={() => setDismissed(problem)}
    >
      {problem}
    </Notice>
  );
}
