// What other features use of views.
export { readTeamViews } from "./saved-views.ts";
export type { ViewStore } from "./view-table.ts";
