import type { Page } from "@playwright/test";
import { expect, connectedTest as test } from "../fixtures.ts";
import { refresh, stateOf, statusBar } from "./steps.ts";

test.use({ items: 1_200 });

const WIDTHS = [1_600, 1_280, 1_100, 900, 720];

/** The readable words in the bar, and the clipped ones. */
function readBar(page: Page): Promise<{ readonly seen: readonly string[]; readonly cut: readonly string[] }> {
  return statusBar(page).evaluate((bar) => {
    const words: { readonly text: string; readonly whole: boolean }[] = [];
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: text, index } of (node.nodeValue ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const box = range.getBoundingClientRect();
        let [left, right, visible] = [box.left, box.right, box.width > 0];
        for (let frame = node.parentElement; frame && bar.contains(frame); frame = frame.parentElement) {
          if (getComputedStyle(frame).overflow === "visible") continue;
          const bounds = frame.getBoundingClientRect();
          if (box.top >= bounds.bottom - 1) visible = false;
          [left, right] = [Math.max(left, bounds.left), Math.min(right, bounds.right)];
        }
        if (visible) words.push({ text, whole: right - left > box.width - 1 });
      }
    }
    return {
      seen: words.map(({ text }) => text),
      cut: words.filter(({ whole }) => !whole).map(({ text }) => text),
    };
  });
}

async function expectNothingCut(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 600 });
    const { seen, cut } = await readBar(page);
    expect(cut, `cut at ${width} px of: ${seen.join(" ")}`).toEqual([]);
    expect(seen.join(" ")).toContain("Complete as of");
    expect(await statusBar(page).evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  }
}

test("a narrow status bar hides whole sentences instead of cutting a sentence", async ({ page, service }) => {
  await expectNothingCut(page);
  const { seen } = await readBar(page);
  expect(seen.join(" ")).not.toContain("locations");
  const said = statusBar(page)
    .getByText(/^Complete as of/)
    .locator("..");
  await expect(said).toHaveAttribute("title", /next refresh in.*\n1,200 items · .+ types · .+ locations\n/);

  service.setFaults({ dateSkewMs: 600_000, malformedRecords: ["no_id"], onlyPath: "/inventory/items" });
  await refresh(page);
  await expect(statusBar(page)).toContainText("The service’s clock is");
  await expectNothingCut(page);

  service.setFaults({ serverErrorNext: 4, serverErrorStatus: 503 });
  await refresh(page);
  await expect(stateOf(page)).toHaveText("Refresh failed", { timeout: 20_000 });
  await page.clock.setFixedTime(Date.now() + 4 * 60_000);
  await expect(statusBar(page)).toContainText("stale: the last complete refresh was");
  await expectNothingCut(page);
  await page.setViewportSize({ width: 900, height: 600 });
  expect((await readBar(page)).seen).toContain("stale");
  await expect(said).toHaveAttribute("title", /\nstale: .+\n.+error of its own \(503\)\.\nnext refresh/);
});
