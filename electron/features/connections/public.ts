// What other features use of connections.
export type { ConnectionManager } from "./connection-manager.ts";
export type { CurrentProfile } from "./current-profile.ts";
export { applyOwnData, openProfile, type OpenProfile, type ProfileOptions } from "./open-profile.ts";
export { SAMPLE_PROFILE } from "./profile-registry.ts";
