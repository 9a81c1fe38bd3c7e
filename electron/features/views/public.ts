// The exports of views that other features use.
export { readOwnViews, readTeamViews, readViews, type ViewStore } from "./saved-views.ts";
