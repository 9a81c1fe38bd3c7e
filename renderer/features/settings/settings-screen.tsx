import { ProfilesSection } from "./profiles-section.tsx";
import { SchedulesSection } from "./schedules-section.tsx";
import { AlertsSection } from "./alerts-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { BackupSection } from "./backup-section.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { LocalDataSection } from "./local-data-section.tsx";
import { EventsSection } from "./events/events-section.tsx";
import { TITLE } from "./messages.ts";
import { PolicySection } from "./policy-section.tsx";
import { NamesAndUnitsSection } from "./names-and-units-section.tsx";
import { SyncSection } from "./sync-section.tsx";
import { UpdatesSection } from "./updates-section.tsx";
import { Box } from "@mantine/core";

/** All settings, one card a section. */
export function SettingsScreen() {
  return (
    <div className="sd-page">
      <Box maw={640} mx="auto">
        <Box component="h1" className="sd-title" mb={16}>
          {TITLE}
        </Box>
        <PolicySection />
        <ProfilesSection />
        <ConnectionSection />
        <NamesAndUnitsSection />
        <SyncSection />
        <EventsSection />
        <SchedulesSection />
        <AlertsSection />
        <AppearanceSection />
        <BackupSection />
        <LocalDataSection />
        <UpdatesSection />
      </Box>
    </div>
  );
}
