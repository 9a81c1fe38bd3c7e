import type { Clock } from "../../base/clock.ts";
import { lazyWorker, storeWorkerFile } from "../../store/database/lazy-worker.ts";
import { restartable, serveHere, startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { makeUserStore, type UserStore } from "./user-store.ts";

/** Ms after the start at which the user database moves to its own thread. */
const LAUNCH_MS = 2_000;

/**
 * Opens the user's own database; a failure rejects the first call. During the launch the database runs in this thread,
 * and later in its own thread.
 */
export function openUserStore(file: string, clock: Pick<Clock, "after">): Remote<UserStore> {
  const here = serveHere(() => makeUserStore(file));
  const begin = (): Remote<UserStore> => {
    const thread = restartable<UserStore>((onDeath) =>
      startWorker(storeWorkerFile(), { role: "user", file }, undefined, onDeath),
    );
    // Closing the last connection to a database waits for the disk. So this thread closes its connection after the
    // other thread has opened one.
    const closeHere = (): void => void here.close().catch(() => undefined);
    thread.setAside().then(closeHere, closeHere);
    return thread;
  };
  const { remote, start } = lazyWorker(begin, here);
  clock.after(LAUNCH_MS, start);
  return remote;
}
