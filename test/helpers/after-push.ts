/** The events of a core, or of whatever else reports its changes. */
interface Reporting {
  readonly events: { subscribe(listener: () => void): () => void };
}

/**
 * Resolves once a condition holds: at the call, or after a push of the core. It does not end if the core pushes
 * nothing about the change.
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
      await pushed;
    }
  } finally {
    stop();
  }
}
