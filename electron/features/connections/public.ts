// The exports of connections that other features use.
export type { ConnectionManager } from "./connection-manager.ts";
export type { CurrentConnection } from "./current-connection.ts";
export {
  applyOwnData,
  openConnection,
  type OpenConnection,
  type OpenConnectionOptions,
} from "./open-connection.ts";
export { SAMPLE_CONNECTION } from "./connection-registry.ts";
