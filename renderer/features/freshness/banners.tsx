import { IconAlertTriangle, IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useLive, useServices } from "../../app/app-context.tsx";
import { CopyRequestId } from "../../components/error-notice.tsx";
import { Notice } from "../../components/notice.tsx";
import { FirstPullBanner } from "./first-pull-banner.tsx";
import { KeyBanner } from "./key-banner.tsx";

/** What needs attention, above every screen; the data below stay readable. */
export function Banners() {
  return (
    <>
      <StartNotice />
      <KeyBanner />
      <KeychainNotice />
      <FirstPullBanner />
    </>
  );
}

/** What became of damaged local data at start-up. */
function StartNotice() {
  const { notice } = useServices().boot;
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
  const [dismissed, setDismissed] = useState<string | null>(null);
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
