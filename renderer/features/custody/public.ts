// The exports of custody that other features use.
export { useUsualLimits } from "./custody-queries.ts";
export { CustodyDialog } from "./custody-dialog.tsx";
export { HISTORY } from "./messages.ts";
