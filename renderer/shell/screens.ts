// The script with the other screens, and with dialogs that are seldom opened (later.tsx).
export { ActivityScreen } from "../screens/activity/activity-screen.tsx";
export { ComparisonScreen } from "../screens/comparison/comparison-screen.tsx";
export { RecordWindow } from "../screens/record-window/record-window.tsx";
export { DiagnosticsScreen } from "../screens/diagnostics/diagnostics-screen.tsx";
export { ExportDialog } from "../inventory/export/export-dialog.tsx";
export { OnboardingScreen } from "../screens/onboarding/onboarding-screen.tsx";
export { PrintPreview } from "../inventory/print/print-preview.tsx";
export { AddConnectionScreen } from "../screens/onboarding/add-connection-screen.tsx";
export { LocationPage, TypePage } from "../screens/reference-page/reference-page.tsx";
export { ScheduleDialog } from "../inventory/schedules/schedule-dialog.tsx";
export { SettingsScreen } from "../screens/settings/settings-screen.tsx";
export { ImportDialog } from "../inventory/views/import-dialog.tsx";
