import { useLive, useConnectionApi } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { fullCheckSentence, refreshObstacle, unseenSentence } from "../../table/freshness/messages.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { FULL_CHECK, keptRows, LOCAL_DATA, RUN_FULL_CHECK, WIPE } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";

/** The rows on this machine. */
export function LocalDataSection() {
  const { host, profileId } = useConnectionApi();
  const status = useLive((live) => live.status);
  const connection = useLive((live) => live.connection);
  const now = useNow(60_000);
  const obstacle = refreshObstacle(status);
  return (
    <Section title={LOCAL_DATA}>
      <p className="sd-note">{keptRows(status.totals)}</p>
      <p className="sd-note">
        {[fullCheckSentence(status, now), unseenSentence(status)].filter(Boolean).join(" · ")}. {FULL_CHECK}
      </p>
      <Group gap={8}>
        <PlainButton
          disabled={status.pass !== null || connection?.key === "none" || obstacle !== null}
          title={obstacle ?? undefined}
          onClick={() => void host.syncNow({ full: true })}
        >
          {RUN_FULL_CHECK}
        </PlainButton>
        <ConfirmButton label={WIPE.label} title={WIPE.title} action={() => host.wipeLocalData({ profileId })}>
          {WIPE.text}
        </ConfirmButton>
      </Group>
    </Section>
  );
}
