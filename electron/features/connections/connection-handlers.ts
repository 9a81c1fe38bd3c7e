import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CONNECTION_CALLS } from "../../../shared/features/connections/connection-calls.ts";
import type { ConnectionManager } from "./connection-manager.ts";

interface ConnectionHandlerParts {
  readonly connections: ConnectionManager;
  readonly alerts: { addFirstRules(connectionId: string): Promise<void> };
  readonly exports: { stopOf(connectionId: string): Promise<void> };
  readonly startup: { readonly opened: Promise<void> };
  readonly change: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The handlers that create, open, change and remove connections. */
export function connectionHandlers({
  connections,
  alerts,
  exports,
  startup,
  change,
}: ConnectionHandlerParts) {
  /** Before a copy is removed, everything that reads it is stopped. */
  const releaseCopy = async (expected: string | undefined): Promise<void> => {
    await exports.stopOf(connections.current.require(expected).connection.connectionId);
  };
  return {
    testConnection: (input) => connections.test(input),
    connect: (input) => change(() => connections.connect(input)),
    exploreSample: () =>
      change(async () => {
        const isNew = connections.list.connections.every(({ kind }) => kind !== "sample");
        const connection = await connections.exploreSample();
        if (isNew) await alerts.addFirstRules(connection.connectionId);
        return connection;
      }),
    listConnections: async () => {
      await startup.opened;
      return connections.list;
    },
    switchConnection: ({ connectionId }) => change(() => connections.switchConnection(connectionId)),
    editConnection: (input) => change(() => connections.edit(input)),
    adoptAsNewConnection: (input) => change(() => connections.adoptAsNewConnection(input?.connectionId)),
    replaceKey: (input) => change(() => connections.replaceKey(input)),
    forgetKey: (input) => change(() => connections.forgetKey(input?.connectionId)),
    wipeLocalData: (input) =>
      change(async () => {
        await releaseCopy(input?.connectionId);
        return connections.wipe(input?.connectionId);
      }),
    disconnect: (input) =>
      change(async () => {
        await releaseCopy(input?.connectionId);
        return connections.disconnect(input?.connectionId);
      }),
  } satisfies HandlersOf<typeof CONNECTION_CALLS>;
}
