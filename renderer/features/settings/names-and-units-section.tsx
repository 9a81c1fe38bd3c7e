import { Group } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useNames } from "../../table/names/name-queries.ts";
import { QUANTITIES } from "../../../shared/inventory/units.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { NAMES, namesKept, unitsSet } from "./messages.ts";
import { Section } from "../../ui/section.tsx";

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
