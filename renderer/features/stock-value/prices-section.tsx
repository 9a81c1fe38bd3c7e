import { useNavigate } from "@tanstack/react-router";
import { useRecords } from "../../host/documents.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { Section } from "../../ui/section.tsx";
import { basesConfirmed, SECTION } from "./messages.ts";

/** The number of confirmed pricing bases, with a link to change them. */
export function PricesSection() {
  const navigate = useNavigate();
  const bases = useRecords("priceBases");
  const types = useRecords("typeBases");
  return (
    <Section title={SECTION.title} intro={SECTION.intro}>
      <p className="sd-note">{basesConfirmed(bases.size, types.size)}</p>
      <PlainButton onClick={() => void navigate({ to: "/prices" })}>{SECTION.open}</PlainButton>
    </Section>
  );
}
