import { followLifecycle, showWindow, startDesktopCore } from "./platform/desktop-app.ts";
import { claimSingleInstance } from "./platform/single-instance.ts";

// The composition root. The lock comes before any file is opened; then core and window start side by side.
if (claimSingleInstance()) {
  const core = startDesktopCore();
  followLifecycle(core);
  // Not awaited: Electron becomes ready only after this file has run to its end.
  void showWindow(core);
}
