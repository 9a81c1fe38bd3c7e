import { Button } from "@mantine/core";
import { useHostServices, useLive } from "../../host/host-context.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { useNow } from "../../host/use-now.ts";
import { plural } from "../../base/plural.ts";
import { fullCheckSentence, refreshObstacle, unseenSentence } from "../../inventory/freshness/messages.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { Section } from "./section.tsx";
import classes from "./settings.module.css";

/** The rows on this machine. */
export function LocalDataSection() {
  const { host, profileId } = useLocalCopy();
  const { boot } = useHostServices();
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(60_000);
  const { totals } = status;
  const obstacle = refreshObstacle(status);
  return (
    <Section title="Local data">
      <p className={classes.intro}>
        {plural(totals.items, "item")}, {plural(totals.types, "material type")} and{" "}
        {plural(totals.locations, "location")} are kept on this machine, so that they can be browsed at any
        time.
      </p>
      <p className={classes.intro}>
        {[fullCheckSentence(status, now), unseenSentence(status)].filter(Boolean).join(" · ")}. A full check
        runs daily: it lists everything, asks one by one for what the listing did not bring, and hides what
        the service no longer has.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={status.pass !== null || connection?.key === "none" || obstacle !== null}
          title={obstacle ?? undefined}
          onClick={() => void host.syncNow({ full: true })}
        >
          Run a full check now
        </Button>
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
