import { useHostServices } from "../../host/host-context.ts";
import { describePolicy, SETTINGS } from "../../host/messages.ts";
import { SET_HERE } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import classes from "../../ui/section.module.css";

/** The section with the administrator's policy for this computer; empty without a policy. */
export function PolicySection() {
  const { boot } = useHostServices();
  const set = describePolicy(boot.policy);
  if (set.length === 0) return null;
  return (
    <Section title={SETTINGS.setByAdministrator} intro={SET_HERE.intro}>
      <dl className={`${classes.facts} sd-facts`}>
        {set.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{value}</dd>])}
      </dl>
    </Section>
  );
}
