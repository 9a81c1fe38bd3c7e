import { expect, it } from "vitest";
import { DEFAULT_SETTINGS, settingsSchema } from "../../../../shared/inventory/settings.ts";

it.each([0, 1, 86_400])("the overlap can be %s seconds", (overlapSeconds) => {
  expect(settingsSchema.parse({ ...DEFAULT_SETTINGS, overlapSeconds }).overlapSeconds).toBe(overlapSeconds);
});

it.each([-1, 86_401, 1.5, Number.NaN, "300", null])("the overlap cannot be %s", (overlapSeconds) => {
  expect(settingsSchema.safeParse({ ...DEFAULT_SETTINGS, overlapSeconds }).success).toBe(false);
});
