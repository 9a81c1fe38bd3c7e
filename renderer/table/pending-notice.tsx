import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useAnnounce } from "../ui/announcer.tsx";
import { useContextualCommands } from "../commands/contextual-commands.ts";
import { isTyping } from "../commands/shortcuts.ts";
import { PENDING, type PendingAction } from "../ui/messages.ts";
import type { PointerActivity } from "../ui/use-pointer-activity.ts";
import classes from "./pending-notice.module.css";
import { useWindowEvent } from "@mantine/hooks";

interface PendingNoticeProps {
  readonly summary: string;
  readonly action: PendingAction;
  readonly title: string;
  /** The pointer handlers of the list. With them, moving the pointer to the notice does not apply the update. */
  readonly handlers: PointerActivity["handlers"];
  readonly onApply: () => void;
}

/** Shows a pending update that would move rows under the pointer. The key R or the button applies the update. */
export function PendingNotice({ summary, action, title, handlers, onApply }: PendingNoticeProps) {
  const announce = useAnnounce();
  useContextualCommands({ applyPending: onApply });
  useEffect(() => announce(PENDING.announcement({ summary, action })), [announce, summary, action]);
  useWindowEvent("keydown", (event) => {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
    // The grid handles letters that the user types in order to find a name.
    if (event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    onApply();
  });
  return (
    <div className={classes.pending} {...handlers}>
      <Button size="compact-sm" onClick={onApply} title={title}>
        {PENDING.button({ summary, action })}
      </Button>
    </div>
  );
}
