import { IconCalendarTime } from "@tabler/icons-react";
import { usePastDay } from "../../host/past-day.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { AS_OF } from "./messages.ts";
import { pastDayDialog } from "./past-day-dialogs.ts";

/** Asks for a past day; the banner of a screen of the past has its own button. */
export function PastDayButton() {
  const past = usePastDay();
  if (past) return null;
  return (
    <PlainButton
      leftSection={<IconCalendarTime size={16} aria-hidden />}
      title={AS_OF.button}
      data-shrinks
      onClick={() => pastDayDialog.open({ day: null })}
    >
      {AS_OF.button}
    </PlainButton>
  );
}
