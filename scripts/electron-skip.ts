/** The outcome if the Electron tests cannot run. */
export interface SkippedElectron {
  readonly failed: boolean;
  /** Printed last, so that the run is not mistaken for a whole one. */
  readonly line: string;
}

const ALLOW = "STOCKDECK_SKIP_ELECTRON";

/**
 * Decides whether skipped Electron tests fail the run. In CI they do, unless a variable allows the skip,
 * because nobody reads the output there.
 * @param problem why there is no Electron runtime.
 */
export function skippedElectron(
  problem: string,
  environment: Readonly<Record<string, string | undefined>>,
): SkippedElectron {
  const isAllowed = environment[ALLOW] === "1";
  const isCi = ![undefined, "", "0", "false"].includes(environment["CI"]);
  const why = `The Electron tests did NOT run: there is no Electron runtime (${problem}).`;
  if (isAllowed) return { failed: false, line: `${why} ${ALLOW}=1 allows that.` };
  const advice =
    "Set ELECTRON_OVERRIDE_DIST_PATH to the folder of one, or run npm start where Electron can be downloaded.";
  return isCi
    ? { failed: true, line: `${why} In CI that is a failure, unless ${ALLOW}=1. ${advice}` }
    : { failed: false, line: `${why} ${advice}` };
}
