import { Button } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { useAnnounce } from "../../app/announcer.tsx";
import { isTyping } from "../../app/typing.ts";
import { plural } from "../../format/plural.ts";
import classes from "./grid.module.css";

/** Says that a refresh would move rows, which it does not while somebody is at them; R, or the button, lets it. */
export function HeldNotice({ count, onApply }: { readonly count: number; readonly onApply: () => void }) {
  const announce = useAnnounce();
  const words = `${plural(count, "row")} changed`;
  useEffect(() => announce(`${words} places. Press R to apply.`), [announce, words]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) return;
    event.preventDefault();
    onApply();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return (
    <div className={classes.held}>
      <Button
        size="compact-sm"
        onClick={onApply}
        title="The order and which rows are shown have changed; they wait while you point, select or have a menu open"
      >
        {words} – apply (R)
      </Button>
    </div>
  );
}
