import { Group as Line } from "@mantine/core";
import { IconCopy, IconFileText, IconHistory, IconListCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { errorOf } from "../../../base/unwrap.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { useServiceNow } from "../../../host/use-now.ts";
import { CustodyDialog } from "../custody-dialog.tsx";
import { HISTORY } from "../messages.ts";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { SmallButton } from "../../../ui/buttons.tsx";
import { notifyFailure } from "../../../ui/notify.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import type { Group } from "./groups.ts";
import { REMINDER, SHEET } from "./messages.ts";
import { readSheetItems } from "./sheet-items.ts";
import { reminderText } from "./sheet-texts.ts";

interface GroupActionsProps {
  readonly by: "holder" | "team";
  readonly group: Group & { readonly value: string };
}

const MINUTE = 60_000;

/** The actions of a supervisor on the items of one holder or team. */
export function GroupActions({ by, group: { value, label, filters } }: GroupActionsProps) {
  const api = useConnectionApi();
  const navigate = useNavigate();
  const units = useUnits();
  const now = useServiceNow(MINUTE);
  const copyText = useCopy();
  const [isOpen, setIsOpen] = useState(false);
  const [filter] = filters;
  const openSheet = (search: { readonly leaving?: true }): void =>
    void navigate({ to: "/checked-out/sheet", search: { [by]: value, ...search } });
  const copyReminder = async (): Promise<void> => {
    if (!filter) return;
    try {
      copyText(reminderText(label, await readSheetItems(api, filter), units, now), REMINDER.what);
    } catch (thrown) {
      const error = errorOf(thrown);
      if (error) notifyFailure(error);
    }
  };
  return (
    <Line gap={6}>
      <SmallButton leftSection={<IconFileText size={14} aria-hidden />} onClick={() => openSheet({})}>
        {SHEET.open}
      </SmallButton>
      <SmallButton
        leftSection={<IconListCheck size={14} aria-hidden />}
        onClick={() => openSheet({ leaving: true })}
      >
        {SHEET.openLeaving}
      </SmallButton>
      {by === "holder" && (
        <SmallButton leftSection={<IconHistory size={14} aria-hidden />} onClick={() => setIsOpen(true)}>
          {HISTORY.show}
        </SmallButton>
      )}
      {isOpen && (
        <CustodyDialog subject={{ kind: "holder", id: value, label }} onClose={() => setIsOpen(false)} />
      )}
      {by === "holder" && (
        <SmallButton leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copyReminder()}>
          {REMINDER.copy}
        </SmallButton>
      )}
    </Line>
  );
}
