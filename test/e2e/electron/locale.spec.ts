import { expect, test } from "./launch.ts";

test(
  "an English app on a German system writes numbers in the German format",
  { tag: "@whole" },
  async ({ launch }) => {
    const { app, page } = await launch({ LC_ALL: "de_DE.UTF-8", LANGUAGE: "en" });
    const system = await app.evaluate(({ app: electron }) => electron.getSystemLocale());
    await page.getByRole("button", { name: "Explore with sample data" }).click();
    await page.getByRole("link", { name: "Items", exact: true }).click();
    const expected = (12_000).toLocaleString(system === "" ? undefined : system).replace(/\d/g, "");
    await expect(page.getByTestId("result-count")).toContainText(expected, { timeout: 60_000 });
    const boot = await page.evaluate(() => window.stockdeck?.bootstrap());
    expect(boot?.ok && boot.value.locale).toBe(system);
  },
);
