// The script with the other screens, and with dialogs that are seldom opened (later.tsx).
export { ActivityScreen } from "../features/activity/activity-screen.tsx";
export { ComparisonScreen } from "../features/comparison/comparison-screen.tsx";
export { RecordWindow } from "../features/details/record-window.tsx";
export { DiagnosticsScreen } from "../features/diagnostics/diagnostics-screen.tsx";
export { ExportDialog } from "../features/export/export-dialog.tsx";
export { OnboardingScreen } from "../features/onboarding/onboarding-screen.tsx";
export { PrintPreview } from "../features/print/print-preview.tsx";
export { AddConnectionScreen } from "../features/profiles/add-connection-screen.tsx";
export { LocationPage, TypePage } from "../features/reference-page/reference-page.tsx";
export { ScheduleDialog } from "../features/schedules/schedule-dialog.tsx";
export { SettingsScreen } from "../features/settings/settings-screen.tsx";
export { ImportDialog } from "../table/views/import-dialog.tsx";
