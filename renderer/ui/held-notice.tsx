import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { useAnnounce } from "./announcer.tsx";
import { useOffers } from "./offers.ts";
import { isTyping } from "../base/typing.ts";
import type { Hand } from "./use-hand.ts";
import classes from "./held-notice.module.css";

/** Says what a refresh would move, which it does not while somebody is at it; R, or the button, lets it. */
export function HeldNotice({
  words,
  action,
  title,
  handlers,
  onApply,
}: {
  /** What waits, as in "3 rows changed". */
  readonly words: string;
  /** What R does with it. */
  readonly action: string;
  /** Why it waits. */
  readonly title: string;
  /** Those of the hand that it waits for: who goes to the notice has not left, and nothing may vanish under a click. */
  readonly handlers: Hand["handlers"];
  readonly onApply: () => void;
}) {
  const announce = useAnnounce();
  useOffers({ applyHeld: onApply });
  useEffect(() => announce(`${words}. Press R to ${action}.`), [announce, words, action]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
    // A letter of a name that is typed over the rows is none of ours.
    if (event.defaultPrevented || isTyping(event.target)) return;
    event.preventDefault();
    onApply();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return (
    <div className={classes.held} {...handlers}>
      <Button size="compact-sm" onClick={onApply} title={title}>
        {words} – {action} (R)
      </Button>
    </div>
  );
}
