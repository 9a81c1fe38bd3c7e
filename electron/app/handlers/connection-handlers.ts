import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** Connections: to make, open, change and forget them. */
export function connectionHandlers({ connections, exports, comparisons, startup, change }: HandlerParts) {
  /** Ends what reads the open profile's copy, which is about to be removed. */
  const releaseCopy = async (meant: string | undefined): Promise<void> => {
    const { profileId } = connections.current.require(meant).connection;
    await exports.stopOf(profileId);
    await comparisons.close();
  };
  return {
    testConnection: (input) => connections.test(input),
    connect: (input) => change(() => connections.connect(input)),
    exploreSample: () => change(() => connections.exploreSample()),
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
  } satisfies Partial<Handlers>;
}
