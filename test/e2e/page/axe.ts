import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Expects nothing that is serious to somebody who cannot see the page or use a pointer. In the dark theme only the
 * contrast can differ, unless every rule is wanted there too.
 * @param part looks at this part of the page alone.
 */
export async function expectAccessible(
  page: Page,
  part = "body",
  inDark: "contrast" | "every rule" = "contrast",
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const axe = new AxeBuilder({ page })
      .include(part)
      .setLegacyMode()
      .options({ resultTypes: ["violations"] });
    if (colorScheme === "dark" && inDark === "contrast") axe.withRules("color-contrast");
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect(
      serious.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`),
      ]),
      colorScheme,
    ).toEqual([]);
  }
}
