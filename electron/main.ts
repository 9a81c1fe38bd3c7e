import "./desktop/interpret-schemas.ts";
import { followLifecycle, showWindows, startDesktopCore } from "./desktop/desktop-app.ts";
import { headlessWords, runHeadless } from "./desktop/headless.ts";
import { claimSingleInstance } from "./desktop/single-instance.ts";

// The composition root. The lock comes before any file is opened; then core and windows start side by side.
const words = headlessWords(process.argv);
if (words !== null) void runHeadless(words);
else if (claimSingleInstance()) {
  const core = startDesktopCore();
  followLifecycle(core);
  // Not awaited: Electron becomes ready only after this file has run to its end.
  void showWindows(core);
}
