import { Group, Switch } from "@mantine/core";
import { useState } from "react";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { useSaveSettings } from "../../host/documents.ts";
import { useLive } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { PlainButton, QuietButton } from "../../ui/buttons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { LearnDialog } from "./learn-dialog.tsx";
import { SECTION } from "./messages.ts";
import { PatternForm } from "./pattern-form.tsx";

/** The section of the scanner: the settings of this computer, and the pattern for the connection's labels. */
export function ScannerSection() {
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const [isLearning, setIsLearning] = useState(false);
  const error = errorOf(save.error);
  const { recogniseScans, scanGapMs, scanSound } = settings;
  return (
    <Section title={SECTION.title} intro={SECTION.intro}>
      <Switch
        label={SECTION.recognise}
        description={SECTION.gap({ milliseconds: scanGapMs })}
        checked={recogniseScans}
        onChange={(event) => save.mutate({ ...settings, recogniseScans: event.currentTarget.checked })}
      />
      <Group gap={8}>
        <PlainButton disabled={!recogniseScans} onClick={() => setIsLearning(true)}>
          {SECTION.learn}
        </PlainButton>
        {scanGapMs !== DEFAULT_SETTINGS.scanGapMs && (
          <QuietButton onClick={() => save.mutate({ ...settings, scanGapMs: DEFAULT_SETTINGS.scanGapMs })}>
            {SECTION.defaultGap}
          </QuietButton>
        )}
      </Group>
      <Switch
        label={SECTION.sound}
        checked={scanSound}
        onChange={(event) => save.mutate({ ...settings, scanSound: event.currentTarget.checked })}
      />
      {error && <ErrorNotice error={error} />}
      <PatternForm />
      {isLearning && (
        <LearnDialog
          onLearned={(gapMs) => save.mutate({ ...settings, scanGapMs: gapMs })}
          onClose={() => setIsLearning(false)}
        />
      )}
    </Section>
  );
}
