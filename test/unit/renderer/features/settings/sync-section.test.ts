import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../../../shared/inventory/settings.ts";
import { checkSettings } from "../../../../../renderer/features/settings/sync-section.tsx";

const NUMBERS = DEFAULT_SETTINGS;
const others = { ...DEFAULT_SETTINGS, keepInTray: true, checkForUpdates: false };

describe("checkSettings()", () => {
  it("checkSettings() returns the settings if every input is valid", () => {
    expect(checkSettings({ ...NUMBERS, pageSize: 100 }, others)).toEqual({
      settings: { ...DEFAULT_SETTINGS, keepInTray: true, checkForUpdates: false, pageSize: 100 },
      problems: null,
    });
  });

  it("checkSettings() reports a problem for each invalid input", () => {
    const draft = { ...NUMBERS, pollFocusedSeconds: 9, pageSize: 251, overlapSeconds: Number.NaN };
    expect(checkSettings(draft, others).problems).toEqual({
      pollFocusedSeconds: "At least 10",
      pageSize: "At most 250",
      overlapSeconds: "A whole number",
    });
  });
});
