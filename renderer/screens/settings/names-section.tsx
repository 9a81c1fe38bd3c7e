import { useNavigate } from "@tanstack/react-router";
import { useNames } from "../../inventory/names/name-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { NAMES, namesKept } from "./messages.ts";
import { Section } from "./section.tsx";

/** How many names the name book has, and the way to it. */
export function NamesSection() {
  const navigate = useNavigate();
  const { size } = useNames();
  return (
    <Section title={NAMES.title} intro={NAMES.intro}>
      <p className="sd-note">{namesKept(size)}</p>
      <PlainButton onClick={() => void navigate({ to: "/names" })}>{NAMES.open}</PlainButton>
    </Section>
  );
}
