import { Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArrowLeft, IconCopy, IconFileTypePdf, IconFileTypeXls, IconPrinter } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useHost, useHostServices } from "../../../host/host-context.ts";
import { useUnits } from "../../../inventory/units/unit-queries.ts";
import { PlainButton } from "../../../ui/buttons.tsx";
import { valueOrNotice } from "../../../ui/notify.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { REMINDER, SHEET } from "./messages.ts";
import type { SheetItems } from "./sheet-items.ts";
import { reminderText, sheetTable } from "./sheet-texts.ts";
import classes from "./sheet.module.css";

interface SheetActionsProps {
  readonly title: string;
  /** The name of the holder or the team. */
  readonly who: string;
  readonly isHolder: boolean;
  readonly items: SheetItems;
  readonly now: number;
}

/** The longest name for a file that the core accepts. */
const MAX_NAME = 200;

/** The buttons on a sheet. */
export function SheetActions({ title, who, isHolder, items, now }: SheetActionsProps) {
  const host = useHost();
  const { boot } = useHostServices();
  const router = useRouter();
  const units = useUnits();
  const copyText = useCopy();
  const name = title.slice(0, MAX_NAME);
  const notify = (written: { readonly file: string | null } | null): void => {
    if (written?.file) notifications.show({ message: SHEET.saved({ file: written.file }) });
  };
  const saveWorkbook = async (): Promise<void> => {
    const { columns, rows, ...sheet } = sheetTable(name, items, units, now);
    const sheets = [{ ...sheet, columns: [...columns], rows: rows.map((row) => [...row]) }];
    notify(await valueOrNotice(host.saveWorkbook({ name, sheets })));
  };
  return (
    <Group gap={8} ms="auto" className={classes.actions}>
      <PlainButton
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={() => router.history.back()}
      >
        {SHEET.back}
      </PlainButton>
      {isHolder && (
        <PlainButton
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => copyText(reminderText(who, items, units, now), REMINDER.what)}
        >
          {REMINDER.copy}
        </PlainButton>
      )}
      <PlainButton
        leftSection={<IconFileTypeXls size={16} aria-hidden />}
        onClick={() => void saveWorkbook()}
      >
        {SHEET.excel}
      </PlainButton>
      {boot.host === "electron" && (
        <PlainButton
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
          onClick={() => void valueOrNotice(host.savePdf({ name })).then(notify)}
        >
          {SHEET.pdf}
        </PlainButton>
      )}
      <PlainButton leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {SHEET.print}
      </PlainButton>
    </Group>
  );
}
