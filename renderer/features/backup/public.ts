// What other features use of backups.
export { RestoreButton } from "./backup-section.tsx";
