import { ProfilesSection } from "./profiles-section.tsx";
import { SchedulesSection } from "./schedules-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { LocalDataSection } from "./local-data-section.tsx";
import { TITLE } from "./messages.ts";
import classes from "./settings.module.css";
import { SyncSection } from "./sync-section.tsx";

/** All settings, one card a section. */
export function SettingsScreen() {
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <h1>{TITLE}</h1>
        <ProfilesSection />
        <ConnectionSection />
        <SyncSection />
        <SchedulesSection />
        <AppearanceSection />
        <LocalDataSection />
      </div>
    </div>
  );
}
