import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useAnnounce } from "../ui/announcer.tsx";
import { useContextualCommands } from "../commands/contextual-commands.ts";
import { isTyping } from "../commands/shortcuts.ts";
import { pendingAnnouncement, pendingLabel, type PendingAction } from "../ui/messages.ts";
import type { PointerActivity } from "../ui/use-pointer-activity.ts";
import classes from "./pending-notice.module.css";
import { useWindowEvent } from "@mantine/hooks";

interface PendingNoticeProps {
  readonly summary: string;
  readonly action: PendingAction;
  readonly title: string;
  /**
   * The handlers of the pointer activity that it waits for. Moving to the notice must not end the wait before the
   * click.
   */
  readonly handlers: PointerActivity["handlers"];
  readonly onApply: () => void;
}

/** Shows an update that waits because it would move rows under the pointer; R or the button applies it. */
export function PendingNotice({ summary, action, title, handlers, onApply }: PendingNoticeProps) {
  const announce = useAnnounce();
  useContextualCommands({ applyPending: onApply });
  useEffect(() => announce(pendingAnnouncement(summary, action)), [announce, summary, action]);
  useWindowEvent("keydown", (event) => {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
    // The grid handles letters of a name typed over its rows.
    if (event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    onApply();
  });
  return (
    <div className={classes.pending} {...handlers}>
      <Button size="compact-sm" onClick={onApply} title={title}>
        {pendingLabel(summary, action)}
      </Button>
    </div>
  );
}
