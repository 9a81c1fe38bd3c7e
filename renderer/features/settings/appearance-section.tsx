import { SegmentedControl } from "@mantine/core";
import { useLive } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { APPEARANCE, THEME } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { useSaveSettings } from "../../host/use-save-settings.ts";

/** The theme: light, dark, or the system's. */
export function AppearanceSection() {
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const error = errorOf(save.error);
  return (
    <Section title={APPEARANCE}>
      <SegmentedControl
        aria-label={THEME.label}
        value={settings.theme}
        onChange={(theme) => save.mutate({ ...settings, theme })}
        data={[
          { value: "system", label: THEME.system },
          { value: "light", label: THEME.light },
          { value: "dark", label: THEME.dark },
        ]}
      />
      {error && <ErrorNotice error={error} />}
    </Section>
  );
}
