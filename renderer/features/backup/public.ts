// The exports of backups that other features use.
export { RestoreButton } from "./backup-section.tsx";
