import { Button, Loader } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useHost, useLive } from "../../host/host-context.tsx";
import { Notice } from "../../ui/notice.tsx";
import { firstPullSentence } from "../../inventory/freshness/messages.ts";

/** The first pull: what has arrived so far (no percentage: the service does not say how much there is), stop, resume. */
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
        title="First pull:"
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
      title="The first pull is not finished."
      actions={<Button onClick={() => void host.syncNow({ full: false })}>Resume</Button>}
    >
      <span className="sd-num">{firstPullSentence(status)}</span>
      {status.error && ` ${status.error.message}`}
    </Notice>
  );
}
