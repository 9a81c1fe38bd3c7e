import { SegmentedControl } from "@mantine/core";
import { useLive } from "../../host/host-context.tsx";
import { errorOf } from "../../host/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Section } from "./section.tsx";
import { useSaveSettings } from "../../inventory/settings/use-save-settings.ts";

/** Light, dark, or as the system has it. */
export function AppearanceSection() {
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const error = errorOf(save.error);
  return (
    <Section title="Appearance">
      <SegmentedControl
        aria-label="Theme"
        value={settings.theme}
        onChange={(theme) => save.mutate({ ...settings, theme })}
        data={[
          { value: "system", label: "As the system" },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      {error && <ErrorNotice error={error} />}
    </Section>
  );
}
