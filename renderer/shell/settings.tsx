import { Box } from "@mantine/core";
import { AlertsSection } from "../features/alerts/alerts-section.tsx";
import { AssistantsSection } from "../features/assistants/assistants-section.tsx";
import { BackupSection } from "../features/backup/backup-section.tsx";
import { ConnectionSection } from "../features/connections/connection-section.tsx";
import { ConnectionsSection } from "../features/connections/connections-section.tsx";
import { PlannedMailSections } from "../delivery/planned/planned-mail-sections.tsx";
import { MailSection } from "../features/mail/mail-section.tsx";
import { PolicySection } from "../features/policy/policy-section.tsx";
import { SchedulesSection } from "../features/schedules/schedules-section.tsx";
import { LanguageSection } from "../features/settings/language-section.tsx";
import { AppearanceSection, LocalDataSection, NamesAndUnitsSection } from "../features/settings/sections.tsx";
import { SETTINGS } from "../features/settings/messages.ts";
import { PricesSection } from "../features/stock-value/prices-section.tsx";
import { SyncSection } from "../features/settings/sync-section.tsx";
import { ScannerSection } from "../features/scanner/scanner-section.tsx";
import { TeamSection } from "../features/team/team-section.tsx";
import { UpdatesSection } from "../features/updates/updates-section.tsx";

/** The sections of the settings, in the order of the screen. */
const SECTIONS = [
  PolicySection,
  ConnectionsSection,
  ConnectionSection,
  TeamSection,
  NamesAndUnitsSection,
  PricesSection,
  SyncSection,
  ScannerSection,
  SchedulesSection,
  MailSection,
  AlertsSection,
  PlannedMailSections,
  AssistantsSection,
  AppearanceSection,
  LanguageSection,
  BackupSection,
  LocalDataSection,
  UpdatesSection,
];

/** The settings of all features, with one card for each section. */
export function Settings() {
  return (
    <div className="sd-page">
      <Box maw={640} mx="auto">
        <Box component="h1" className="sd-title" mb={16}>
          {SETTINGS.title}
        </Box>
        {SECTIONS.map((Section, at) => (
          <Section key={at} />
        ))}
      </Box>
    </div>
  );
}
