import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../../shared/settings.ts";
import { checkSettings } from "../../../../renderer/features/settings/settings-form.ts";

const { theme, ...NUMBERS } = DEFAULT_SETTINGS;

describe("checkSettings", () => {
  it("answers the settings where every input is in range", () => {
    expect(checkSettings({ ...NUMBERS, pageSize: 100 }, theme)).toEqual({
      settings: { ...DEFAULT_SETTINGS, pageSize: 100 },
      problems: null,
    });
  });

  it("says at each input what is wrong with it", () => {
    const draft = { ...NUMBERS, pollFocusedSeconds: 9, pageSize: 251, overlapSeconds: "" };
    expect(checkSettings(draft, theme).problems).toEqual({
      pollFocusedSeconds: "At least 10",
      pageSize: "At most 250",
      overlapSeconds: "A whole number",
    });
  });
});
