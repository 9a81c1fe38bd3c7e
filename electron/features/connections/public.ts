// What other features use of connections.
export type { ConnectionManager } from "./connection-manager.ts";
export type { CurrentProfile } from "./current-connection.ts";
export { applyOwnData, openProfile, type OpenProfile, type ProfileOptions } from "./open-connection.ts";
export { SAMPLE_PROFILE } from "./connection-registry.ts";
