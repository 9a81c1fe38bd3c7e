import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CONNECTION_CALLS } from "../../../shared/features/connections/connection-calls.ts";
import type { ConnectionManager } from "./connection-manager.ts";

interface ConnectionHandlerParts {
  readonly connections: ConnectionManager;
  readonly alerts: { addFirstRules(profileId: string): Promise<void> };
  readonly exports: { stopOf(profileId: string): Promise<void> };
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
  /** Stops the readers of the open profile's copy before its removal. */
  const releaseCopy = async (expected: string | undefined): Promise<void> => {
    await exports.stopOf(connections.current.require(expected).connection.profileId);
  };
  return {
    testConnection: (input) => connections.test(input),
    connect: (input) => change(() => connections.connect(input)),
    exploreSample: () =>
      change(async () => {
        const isNew = connections.profiles.profiles.every(({ kind }) => kind !== "sample");
        const connection = await connections.exploreSample();
        if (isNew) await alerts.addFirstRules(connection.profileId);
        return connection;
      }),
    listProfiles: async () => {
      await startup.opened;
      return connections.profiles;
    },
    switchProfile: ({ profileId }) => change(() => connections.switchProfile(profileId)),
    editProfile: (input) => change(() => connections.edit(input)),
    adoptAsNewProfile: (input) => change(() => connections.adoptAsNewProfile(input?.profileId)),
    replaceKey: (input) => change(() => connections.replaceKey(input)),
    forgetKey: (input) => change(() => connections.forgetKey(input?.profileId)),
    wipeLocalData: (input) =>
      change(async () => {
        await releaseCopy(input?.profileId);
        return connections.wipe(input?.profileId);
      }),
    disconnect: (input) =>
      change(async () => {
        await releaseCopy(input?.profileId);
        return connections.disconnect(input?.profileId);
      }),
  } satisfies HandlersOf<typeof CONNECTION_CALLS>;
}
