import { SegmentedControl, Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { QUANTITIES } from "../../../shared/inventory/units.ts";
import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useNow } from "../../host/use-now.ts";
import { fullCheckSentence, refreshObstacle, unseenSentence } from "../../inventory/freshness/messages.ts";
import { useNames } from "../../inventory/names/name-queries.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { THEME, fullCheckNote, LOCAL_DATA, WIPE, NAMES, namesKept, unitsSet } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { useSaveSettings } from "../../host/documents.ts";

/** The choice of the theme: light, dark, or the system's theme. */
export function AppearanceSection() {
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const error = errorOf(save.error);
  return (
    <Section title={THEME.title}>
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

/** The section about the rows on this computer. */
export function LocalDataSection() {
  const { host, connectionId } = useConnectionApi();
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(60_000);
  const obstacle = refreshObstacle(status);
  return (
    <Section title={LOCAL_DATA.title}>
      <p className="sd-note">{LOCAL_DATA.rows(status.totals)}</p>
      <p className="sd-note">{fullCheckNote(fullCheckSentence(status, now), unseenSentence(status))}</p>
      <Group gap={8}>
        <PlainButton
          disabled={status.pass !== null || connection?.key === "none" || obstacle !== null}
          title={obstacle ?? undefined}
          onClick={() => void host.syncNow({ full: true })}
        >
          {LOCAL_DATA.runFullCheck}
        </PlainButton>
        <ConfirmButton
          label={WIPE.label}
          title={WIPE.title}
          action={() => host.wipeLocalData({ connectionId })}
        >
          {WIPE.text}
        </ConfirmButton>
      </Group>
    </Section>
  );
}

/** The number of names and the confirmed units, with links to change them. */
export function NamesAndUnitsSection() {
  const navigate = useNavigate();
  const { size } = useNames();
  const units = useUnits();
  return (
    <Section title={NAMES.title} intro={NAMES.intro}>
      <Entry text={namesKept(size)} label={NAMES.open} onOpen={() => void navigate({ to: "/names" })} />
      <Entry
        text={unitsSet(QUANTITIES.flatMap((quantity) => units[quantity] ?? []))}
        label={NAMES.openUnits}
        onOpen={() => void navigate({ to: "/units" })}
      />
    </Section>
  );
}

function Entry({ text, label, onOpen }: Readonly<{ text: string; label: string; onOpen: () => void }>) {
  return (
    <Group justify="space-between" w="100%">
      <span>{text}</span>
      <PlainButton onClick={onOpen}>{label}</PlainButton>
    </Group>
  );
}
