import { expect, connectedTest as test } from "../fixtures.ts";
import { refresh, shownText } from "./steps.ts";

test.use({ items: 400 });

test(
  "a changed record updates its row and keeps scroll position and focus",
  { tag: "@whole" },
  async ({ page, service }) => {
    const grid = page.getByRole("grid");
    await grid.evaluate((element) => element.scrollTo({ top: 5_000 }));
    const cell = page.locator('[data-cell="155:0"]');
    await cell.focus();
    const name = await shownText(cell);
    const item = [...service.company.items.all()].find((candidate) => candidate.name === name);
    service.company.upsertItem({ id: item?.id ?? "", weight: 123_456.5 });
    await refresh(page);
    const row = page.getByRole("row").filter({ has: page.locator("[role=gridcell]:focus") });
    await expect(row).toContainText("123,456.5");
    await expect(page.locator("[role=gridcell]:focus")).toHaveText(name);
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(5_000);
  },
);
