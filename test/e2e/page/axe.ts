import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Every look that the system can ask for. */
const LOOKS = [
  { colorScheme: "light", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "light", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "active" },
] as const;

/**
 * Expects nothing that is serious to somebody who cannot see the page or use a pointer, in light, dark and high
 * contrast. Beyond the light theme only the contrast can differ, unless every rule is wanted in the dark one too.
 * @param part looks at this part of the page alone.
 */
export async function expectAccessible(
  page: Page,
  part = "body",
  inDark: "contrast" | "every rule" = "contrast",
): Promise<void> {
  for (const [at, look] of LOOKS.entries()) {
    const { colorScheme } = look;
    // A colour on its way from one look to the next is none of either.
    await page.emulateMedia({ ...look, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const axe = new AxeBuilder({ page })
      .include(part)
      .setLegacyMode()
      .options({ resultTypes: ["violations"] });
    if (at > 1 || (at === 1 && inDark === "contrast")) axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(
      serious.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`),
      ]),
      Object.values(look).join(", "),
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", contrast: "no-preference", forcedColors: "none" });
}
