import { expect, it } from "vitest";
import { loginItemState } from "../../../../../electron/features/autostart/login-item.ts";

it.each([
  ["win32", { openAtLogin: true, executableWillLaunchAtLogin: true }, "on"],
  // Disabled in the Task Manager.
  ["win32", { openAtLogin: true, executableWillLaunchAtLogin: false }, "off"],
  // Another entry starts the same program, with other arguments.
  ["win32", { openAtLogin: false, executableWillLaunchAtLogin: true }, "off"],
  ["darwin", { openAtLogin: true, status: "enabled" }, "on"],
  ["darwin", { openAtLogin: false, status: "requires-approval" }, "needsApproval"],
  ["darwin", { openAtLogin: false, status: "not-registered" }, "off"],
  ["darwin", { openAtLogin: true }, "on"],
] as const)("the login item on %s %j means %s", (platform, item, state) => {
  expect(loginItemState(platform, item)).toBe(state);
});
