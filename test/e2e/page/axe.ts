import axe, { type RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

/** Every look that the system can ask for. */
const LOOKS = [
  { colorScheme: "light", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "light", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "active" },
] as const;

/** Rules whose outcome the look decides. The page's structure, which all others check, is the same in every look. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Expects nothing that axe finds wrong, whatever its impact: by every rule in the first look, by colour in the others.
 * @param part looks at this part of the page alone. Only the whole page is asked for what a page has to have: a title,
 * landmarks around everything, a first heading.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // Once for all looks: reading axe takes as long as a look, and its own builder for Playwright does it before each.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  for (const look of LOOKS) {
    const { colorScheme } = look;
    // A colour on its way from one look to the next is none of either.
    await page.emulateMedia({ ...look, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(look !== LOOKS[0] && { runOnly: { type: "rule", values: COLOUR_RULES } }),
    };
    expect(await violationsOf(page, part, options), Object.values(look).join(", ")).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", contrast: "no-preference", forcedColors: "none" });
}

/** Lists the rules that elements break: each rule's id, and each element with the reason. @throws Error without the part. */
function violationsOf(page: Page, part: string | undefined, options: RunOptions): Promise<string[][]> {
  return page.evaluate(
    async ([selector, how]) => {
      const { violations } = await window.axe.run(selector ?? document, how);
      return violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`),
      ]);
    },
    [part, options] as const,
  );
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
