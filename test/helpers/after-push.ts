import { within } from "./within.ts";

/** Ms between two pushes. It is for a machine that is busy with other tests. */
const LONGEST_PAUSE = 30_000;

/** The events of a core, or of whatever else reports its changes. */
interface Reporting {
  readonly events: { subscribe(listener: () => void): () => void };
}

/**
 * Resolves once a condition holds: at the call, or after a push of the core.
 * @throws Error if the core pushes nothing for a long time.
 */
export async function afterPush(
  { events }: Reporting,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  let wake = (): void => {};
  const stop = events.subscribe(() => wake());
  try {
    for (;;) {
      // A push during the check counts too.
      const pushed = new Promise<void>((resolve) => (wake = resolve));
      if (await holds()) return;
      await within(LONGEST_PAUSE, "a push after which the condition holds", pushed);
    }
  } finally {
    stop();
  }
}
