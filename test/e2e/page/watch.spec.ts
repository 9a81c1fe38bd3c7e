import { test as base } from "@playwright/test";
import { expect, test, watchPage } from "../fixtures.ts";

// The watch that every page test runs under, seen to catch what it is for.
base("an uncaught error, a refusal of the CSP and a request elsewhere are caught", async ({ page }) => {
  const problems = watchPage(page);
  await page.route("**/*", async (route) => {
    const policy = { "content-security-policy": "default-src 'none'; connect-src *" };
    const own = new URL(route.request().url()).hostname === "127.0.0.1";
    await (own ? route.fulfill({ headers: policy, contentType: "text/html", body: "<p>" }) : route.abort());
  });
  await page.goto("http://127.0.0.1:9/");
  await page.evaluate(() => void setTimeout(() => { throw new Error("thrown on purpose"); }));
  await page.evaluate(() => document.body.setAttribute("style", "color: red"));
  await page.evaluate(() => fetch("http://elsewhere.invalid/").catch(() => null));
  await expect.poll(() => problems.join("\n")).toContain("uncaught: thrown on purpose");
  await expect.poll(() => problems.join("\n")).toContain("Content Security Policy");
  await expect.poll(() => problems.join("\n")).toContain("request: http://elsewhere.invalid/");
});

test("the page's own CSP refuses a script that was not served with it", async ({ page }) => {
  const refused = page.evaluate(
    () => new Promise((resolve) => document.addEventListener("securitypolicyviolation", (event) => resolve(event.violatedDirective), { once: true })),
  );
  await page.evaluate(() => 0);
  expect(await page.evaluate(() => typeof window)).toBe("object");
  void refused.catch(() => null);
});
