import fs from "node:fs/promises";
import path from "node:path";
import type { Scene } from "./shot-stage.ts";
import { typeText } from "../test/e2e/typing.ts";

/** Scheduled exports of filtered items: the form, the list, and a failed export with its banner. */
export const SCHEDULE_SCENE: Scene = async ({ page, core, data, shoot, shootBoth }) => {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "Repeat…" }).click();
  const form = page.getByRole("dialog", { name: "Repeat this export" });
  await form.getByText(/scheduled$/).waitFor();
  await shootBoth("schedule");
  await form.getByRole("button", { name: "Schedule", exact: true }).click();
  await form.waitFor({ state: "hidden" });

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Go to anything" }).getByRole("combobox").waitFor();
  await typeText(page, "scheduled exports");
  await page.keyboard.press("Enter");
  const list = page.getByRole("region", { name: "Scheduled exports", exact: true });
  const run = list.getByRole("button", { name: /^Run now/ });
  await run.click();
  await list.getByText(/1 file,/).waitFor();
  await shoot("schedules");
  await fs.rm(path.join(data, "scheduled"), { recursive: true });
  await run.click();
  const banner = page.getByRole("region", { name: "A scheduled export failed." });
  await banner.waitFor();
  await shootBoth("schedule-failed");
  for (const { id } of await core.schedules.list()) await core.schedules.delete(id);
  await page.keyboard.press("ControlOrMeta+1");
};
