// What other features use of custody.
export { useUsualLimits } from "./custody-queries.ts";
export { CustodyDialog } from "./custody-dialog.tsx";
export { HISTORY } from "./messages.ts";
