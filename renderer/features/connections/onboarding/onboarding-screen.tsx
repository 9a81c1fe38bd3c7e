import { IconStack2 } from "@tabler/icons-react";
import { useHostServices, useLive } from "../../../host/host-context.ts";
import { ErrorNotice } from "../../../ui/notice.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { WELCOME } from "./messages.ts";
import classes from "./onboarding.module.css";
import { SampleCard } from "./sample-card.tsx";
import { Box, Group } from "@mantine/core";
import { RestoreButton } from "../../backup/public.ts";
import { ConnectionMark, connectionSource } from "../connection-mark.tsx";
import marked from "../connections.module.css";
import { useSwitch } from "../use-switch.ts";
import { PlainButton } from "../../../ui/buttons.tsx";
import { ACTIONS } from "../../../ui/messages.ts";

/** The first screen: the user connects to a service, or explores sample data. */
export function OnboardingScreen() {
  const { boot } = useHostServices();
  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <IconStack2 size={30} stroke={1.6} aria-hidden />
        <h1>{WELCOME.title}</h1>
        <p>{WELCOME.text}</p>
      </header>
      {boot.notice && (
        <Box w="100%" maw={860} mb={16}>
          <ErrorNotice error={boot.notice} />
        </Box>
      )}
      <SavedConnections />
      <div className={classes.ways}>
        <ConnectForm />
        <SampleCard />
      </div>
      <Group justify="center" mt={20}>
        <RestoreButton />
      </Group>
    </main>
  );
}

/**
 * The list of saved connections. It is shown if no connection is open, for example after a connection could not be
 * opened.
 */
export function SavedConnections() {
  const { connections } = useLive((live) => live.connections);
  const switchTo = useSwitch();
  if (connections.length === 0) return null;
  return (
    <section className={marked.saved} aria-label={WELCOME.saved}>
      <h2>{WELCOME.saved}</h2>
      <ul className="sd-list">
        {connections.map((connection) => (
          <li key={connection.connectionId} className={marked.entry}>
            <Group gap={10} wrap="nowrap">
              <ConnectionMark {...connection} />
              <span className={marked.words}>
                <span className={marked.entryName}>{connection.name}</span>
                <span className={marked.place}>{connectionSource(connection)}</span>
              </span>
              <PlainButton
                aria-label={WELCOME.open({ name: connection.name })}
                onClick={() => void switchTo(connection.connectionId)}
              >
                {ACTIONS.open}
              </PlainButton>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  );
}
