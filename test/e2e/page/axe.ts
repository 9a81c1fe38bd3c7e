import axe, { type RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";
import { IS_WHOLE_RUN } from "../../helpers/whole-run.ts";

/** Every look that the system can request. */
const LOOKS = [
  { colorScheme: "light", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "none" },
  { colorScheme: "light", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "more", forcedColors: "none" },
  { colorScheme: "dark", contrast: "no-preference", forcedColors: "active" },
] as const;

/**
 * Rules whose outcome depends on the appearance. All other rules check the page's structure, which is the same
 * in every appearance.
 */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Expects no finding of axe, whatever its impact. It checks every rule in the first appearance; the complete
 * run also checks the colours in the other appearances.
 * @param part checks only this part of the page. Rules about the whole page (title, landmarks, first heading)
 * then do not apply.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // Axe is loaded once for all looks, because loading takes as long as a check; its own Playwright builder
  // would load it each time.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  for (const look of IS_WHOLE_RUN ? LOOKS : [LOOKS[0]]) {
    const { colorScheme } = look;
    // During a transition between two appearances, a colour belongs to neither of them.
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

/**
 * Lists the rules that elements break: each rule's id, and each element with the reason. @throws Error if the
 * part is not on the page.
 */
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
