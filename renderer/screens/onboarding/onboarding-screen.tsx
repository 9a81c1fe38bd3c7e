import { IconStack2 } from "@tabler/icons-react";
import { useHostServices } from "../../host/host-context.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SavedProfiles } from "./saved-profiles.tsx";
import { ConnectForm } from "./connect-form.tsx";
import { WELCOME } from "./messages.ts";
import classes from "./onboarding.module.css";
import { SampleCard } from "./sample-card.tsx";
import { Box } from "@mantine/core";

/** The first screen: connect to a service, or explore with sample data. */
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
      <SavedProfiles />
      <div className={classes.ways}>
        <ConnectForm />
        <SampleCard />
      </div>
    </main>
  );
}
