import { followLifecycle, showWindows, startDesktopCore } from "./desktop-app.ts";
import { runHeadless } from "./headless.ts";
import { readStart, refuseStart, claimSingleInstance } from "./start.ts";

// The lock is taken before any file is opened. Then core and windows start in parallel.
const start = readStart();
if (start.kind === "refused") void refuseStart(start);
else if (start.kind === "headless") void runHeadless(start.words, start.policy);
else if (claimSingleInstance()) {
  const desktop = startDesktopCore(start.policy);
  followLifecycle(desktop);
  // The call is not awaited, because Electron becomes ready only after this file has finished.
  void showWindows(desktop.core, start);
}
