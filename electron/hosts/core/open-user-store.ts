import type { Clock } from "../../base/clock.ts";
import { lazyWorker, storeWorkerFile } from "../../store/database/lazy-worker.ts";
import { restartable, serveHere, startWorker, type Remote } from "../../store/database/worker-rpc.ts";
import { makeUserStore, type UserStore } from "./user-store.ts";

/** Ms after which the user database moves to its own thread. */
const LAUNCH_MS = 2_000;

/**
 * Opens the user's own database; failures reject the first call. During the launch it runs in this thread, later in its
 * own.
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
