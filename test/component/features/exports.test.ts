import fs from "node:fs";
import path from "node:path";
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { TestPage } from "../page.ts";
import { expectText } from "../steps.ts";

const page = new TestPage({ items: 40, fresh: true });

test("an export whose file cannot be written gives the reason and can be saved under another name", async () => {
  const { under, user } = page;
  await page.open();
  await user.click(screen.getByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog", { name: "Export" });
  const click = async (name: string): Promise<void> =>
    user.click(await within(dialog).findByRole("button", { name }));
  const end = (): HTMLElement | null => within(dialog).queryByTestId("export-end");
  await click("Export 40 rows");
  await expectText(end, /^Exported 40 rows\.$/);
  const name = fs.readdirSync(under.folder).find((each) => each.endsWith(".csv")) ?? "";
  const file = path.join(under.folder, name);
  fs.rmSync(file);
  fs.mkdirSync(path.join(file, "inside"), { recursive: true });

  await click("Another export");
  await click("Export 40 rows");
  await expectText(end, /^The file is not written\./);
  expect(end()).toHaveAttribute("role", "alert");
  fs.rmSync(file, { recursive: true });
  await click("Save as another name…");
  await expectText(end, /^Exported 40 rows\.$/);
  expect(fs.statSync(file).isFile()).toBe(true);
});
