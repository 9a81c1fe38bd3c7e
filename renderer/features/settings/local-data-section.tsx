import { useLive, useServices } from "../../app/app-context.tsx";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { plural } from "../../format/plural.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { Section } from "./section.tsx";
import classes from "./settings.module.css";

/** The rows on this machine. */
export function LocalDataSection() {
  const { host, profileId } = useLocalCopy();
  const { boot } = useServices();
  const totals = useLive((live) => live.status.totals);
  return (
    <Section title="Local data">
      <p className={classes.intro}>
        {plural(totals.items, "item")}, {plural(totals.types, "material type")} and{" "}
        {plural(totals.locations, "location")} are kept on this machine, so that they can be browsed at any
        time.
      </p>
      <div className={classes.actions}>
        <ConfirmButton
          label="Wipe local data"
          title="Wipe the local data?"
          action={() => host.wipeLocalData({ profileId })}
        >
          Every row is removed from this machine and pulled from the service anew. The key, your filters and
          the settings stay.
        </ConfirmButton>
      </div>
      <p className={classes.intro}>Stockdeck {boot.version}</p>
    </Section>
  );
}
