import { Button } from "@mantine/core";
import { useHostServices, useLive } from "../../host/host-context.tsx";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { useNow } from "../../host/use-now.ts";
import { fullCheckSentence, refreshObstacle, unseenSentence } from "../../inventory/freshness/messages.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { FULL_CHECK, keptRows, LOCAL_DATA, RUN_FULL_CHECK, version, WIPE } from "./messages.ts";
import { Section } from "./section.tsx";
import classes from "./settings.module.css";

/** The rows on this machine. */
export function LocalDataSection() {
  const { host, profileId } = useLocalCopy();
  const { boot } = useHostServices();
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(60_000);
  const obstacle = refreshObstacle(status);
  return (
    <Section title={LOCAL_DATA}>
      <p className={classes.intro}>{keptRows(status.totals)}</p>
      <p className={classes.intro}>
        {[fullCheckSentence(status, now), unseenSentence(status)].filter(Boolean).join(" · ")}. {FULL_CHECK}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={status.pass !== null || connection?.key === "none" || obstacle !== null}
          title={obstacle ?? undefined}
          onClick={() => void host.syncNow({ full: true })}
        >
          {RUN_FULL_CHECK}
        </Button>
        <ConfirmButton label={WIPE.label} title={WIPE.title} action={() => host.wipeLocalData({ profileId })}>
          {WIPE.text}
        </ConfirmButton>
      </div>
      <p className={classes.intro}>{version(boot.version)}</p>
    </Section>
  );
}
