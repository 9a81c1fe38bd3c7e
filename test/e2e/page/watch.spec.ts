import { expect, test, watchPage } from "../fixtures.ts";

test("a page test fails on errors, CSP violations and requests to other hosts", async ({
  context,
  hostUrl,
}) => {
  const page = await context.newPage();
  const problems = watchPage(page);
  await page.route("http://elsewhere.invalid/**", (route) => route.abort());
  await page.goto(hostUrl);
  await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
  expect(problems).toEqual([]);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.smuggled = true";
    document.body.append(script);
    setTimeout(() => {
      throw new Error("thrown on purpose");
    });
  });
  await expect.poll(() => problems.join("\n")).toContain("uncaught: thrown on purpose");
  await expect.poll(() => problems.join("\n")).toContain("Content Security Policy");
  expect(await page.evaluate(() => "smuggled" in window)).toBe(false);
  await page.goto("about:blank");
  await page.evaluate(() => fetch("http://elsewhere.invalid/").catch(() => null));
  await expect.poll(() => problems.join("\n")).toContain("request: http://elsewhere.invalid/");
});
