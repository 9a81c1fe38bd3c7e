import { Button, Loader } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useHost, useLive } from "../../host/host-context.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PULL_RUNS, PULL_STOPPED } from "./messages.ts";
import { firstPullSentence } from "../../inventory/freshness/messages.ts";

/** The first pull: what has arrived, stop, resume. No percentage, because the service does not report a total. */
export function FirstPullBanner() {
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
        title={PULL_RUNS}
        actions={
          <Button variant="default" onClick={() => void host.cancelSync()}>
            Cancel
          </Button>
        }
      >
        <span className="sd-num">{firstPullSentence(status)}</span>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warn"
      icon={<IconPlayerPause size={18} aria-hidden />}
      title={PULL_STOPPED}
      actions={<Button onClick={() => void host.syncNow({ full: false })}>Resume</Button>}
    >
      <span className="sd-num">{firstPullSentence(status)}</span>
      {status.error && ` ${status.error.message}`}
    </Notice>
  );
}
