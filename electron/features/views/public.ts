// What other features use of views.
export { readOwnViews, readTeamViews, readViews, type ViewStore } from "./saved-views.ts";
