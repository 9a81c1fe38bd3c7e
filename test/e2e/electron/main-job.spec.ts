import fs from "node:fs/promises";
import path from "node:path";
import keytar from "keytar";
import { expect, filesContaining, test } from "./launch.ts";

test("the user enters a key, filters the table, and restarts offline", async ({ folder, sample, launch }) => {
  const first = await launch();
  await first.page.getByLabel("Base URL").fill(sample.url);
  await first.page.getByLabel("API key", { exact: true }).fill(sample.key);
  await first.page.getByRole("button", { name: "Test connection" }).click();
  await expect(first.page.getByText(/The service answered in \d+ ms/)).toBeVisible();
  await first.page.getByRole("button", { name: "Connect", exact: true }).click();
  await first.page.getByRole("link", { name: /^Items/ }).click();
  await expect(first.page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(first.page.getByTestId("result-count")).toContainText("5,000");
  await first.page.getByRole("button", { name: "View: All" }).click();
  await first.page.getByRole("button", { name: /^Checked out/ }).click();
  await expect(first.page.getByTestId("result-count")).toContainText("620 of 5,000");

  // Opening the details requests the record from the service again.
  await first.page.getByRole("row").nth(2).dblclick();
  await expect(first.page.getByText(/Verified at/)).toBeVisible();
  await first.page.keyboard.press("Escape");

  const [connectionId = ""] = await fs.readdir(path.join(folder, "profiles"));
  expect(await keytar.getPassword("Stockdeck", connectionId)).toBe(
    JSON.stringify({ origin: new URL(sample.url).origin, key: sample.key }),
  );
  const dump = await first.page.evaluate(async () => {
    const host = (
      globalThis as unknown as { stockdeck: Record<string, (input?: unknown) => Promise<unknown>> }
    ).stockdeck;
    const answers = await Promise.all(
      ["bootstrap", "getSettings", "getStatus"].map(async (name) => host[name]?.()),
    );
    return (
      JSON.stringify(answers)
      + Object.keys(host).join()
      + document.documentElement.outerHTML
      + JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
    );
  });
  expect(dump).toContain('"key":"keychain"');
  expect(dump).not.toContain(sample.key);
  await first.app.close();
  expect(await filesContaining(folder, sample.key)).toEqual([]);

  await sample.stop();
  const second = await launch();
  await expect(second.page.getByTestId("result-count")).toContainText("5,000");
  await expect(second.page.getByTestId("sync-state")).not.toHaveText("Connected", { timeout: 30_000 });
  await expect(second.page.getByRole("contentinfo")).toContainText(/Complete as of/);
  await second.app.close();
  expect(await filesContaining(folder, sample.key)).toEqual([]);
});
