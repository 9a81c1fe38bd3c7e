import { Group, Input } from "@mantine/core";
import { useEffect, useEffectEvent, useId } from "react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { useHostServices } from "../../host/host-context.ts";
import classes from "./schedules.module.css";
import { FIXED_FOLDER, NO_FOLDER } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";

export type ChosenFolder = NonNullable<CallOutput<"chooseScheduleFolder">["chosen"]>;

interface FolderFieldProps {
  /** The folder that the schedule has; null for a new one. */
  readonly present: string | null;
  readonly chosen: ChosenFolder | null;
  readonly onChoose: (folder: ChosenFolder) => void;
}

/** The folder of a schedule. The system's own dialog chooses it; a browser's host has one that is fixed. */
export function FolderField({ present, chosen, onChoose }: FolderFieldProps) {
  const { host, boot } = useHostServices();
  const id = useId();
  const fixed = boot.host === "browser";
  const path = chosen?.path ?? present;
  const choose = async (): Promise<void> => {
    const result = await valueOrNotice(host.chooseScheduleFolder());
    if (result?.chosen) onChoose(result.chosen);
  };
  const takeFixed = useEffectEvent(() => void choose());
  useEffect(() => {
    if (fixed && present === null) takeFixed();
  }, [fixed, present]);
  return (
    <Input.Wrapper size="xs" label="Folder" labelElement="div" description={fixed ? FIXED_FOLDER : null}>
      <Group gap={10} wrap="nowrap" justify="space-between" mt={4}>
        <span id={id} className={path === null ? "sd-dimmed" : classes.path}>
          {path ?? (fixed ? "" : NO_FOLDER)}
        </span>
        {!fixed && (
          <PlainButton aria-describedby={id} onClick={() => void choose()}>
            Choose folder…
          </PlainButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
