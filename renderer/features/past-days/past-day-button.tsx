import { ActionIcon } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { usePastDay } from "../../host/past-day.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { AS_OF } from "./messages.ts";
import { pastDayDialog } from "./past-day-dialogs.ts";

/**
 * The button that asks for a past day. On a past day, the banner has a button for that.
 * @param isIcon true if the toolbar has no space for words.
 */
export function PastDayButton({ isIcon = false }: { readonly isIcon?: boolean }) {
  const past = usePastDay();
  if (past) return null;
  const open = (): void => pastDayDialog.open({ day: null });
  const icon = <IconCalendarTime size={16} aria-hidden />;
  if (isIcon)
    return (
      <ActionIcon variant="default" size={30} aria-label={AS_OF.button} title={AS_OF.button} onClick={open}>
        {icon}
      </ActionIcon>
    );
  return (
    <PlainButton leftSection={icon} onClick={open}>
      {AS_OF.button}
    </PlainButton>
  );
}
