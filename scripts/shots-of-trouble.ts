import fs from "node:fs/promises";
import path from "node:path";
import { makeReadOnly } from "../test/helpers/read-only.ts";
import { NARROW, refresh, untilState, WINDOW, type Scene } from "./shot-stage.ts";

/** The diagnostics screen, wide and narrow, from its beginning and from its end. */
export const DIAGNOSTICS_SCENE: Scene = async ({ page, shoot }) => {
  const navigation = page.getByRole("navigation", { name: "Screens" });
  await navigation.getByRole("link", { name: "Diagnostics" }).click();
  await page.getByRole("heading", { name: "Versions" }).waitFor();
  await shoot("diagnostics");
  await page.getByRole("heading", { name: "Versions" }).scrollIntoViewIfNeeded();
  await shoot("diagnostics-end");
  await page.setViewportSize(NARROW);
  await shoot("narrow-diagnostics-end");
  await page.getByRole("heading", { name: "Diagnostics" }).scrollIntoViewIfNeeded();
  await shoot("narrow-diagnostics");
  await page.getByRole("button", { name: "Licences…" }).click();
  const licences = page.getByRole("dialog", { name: "Licences of others" });
  await licences.getByText("@mantine/core").click();
  await shoot("narrow-licences");
  await page.keyboard.press("Escape");
  await page.setViewportSize(WINDOW);
  await navigation.getByRole("link", { name: "Items" }).click();
};

export const SLEEP_SCENE: Scene = async ({ page, core, shoot }) => {
  await core.suspend();
  await untilState(page, "Asleep");
  await shoot("asleep");
  await core.resume();
  await untilState(page, "Connected");
};

/** A folder that refuses all writes until the rows are stale. */
export const DISK_SCENE: Scene = async ({ page, service, data, shootBoth }) => {
  const copies = await fs.readdir(path.join(data, "profiles"));
  const undo = copies.map((profileId) =>
    makeReadOnly(path.join(data, "profiles", profileId, "inventory.sqlite")),
  );
  // makeReadOnly has printed why.
  if (undo.includes(null)) return;
  for (const { id } of [...service.company.items.all()].slice(0, 50))
    service.company.upsertItem({ id, remainingLength: 1 });
  await refresh(page);
  await page.getByRole("region", { name: "The data folder cannot be written." }).waitFor();
  await page.clock.setFixedTime(Date.now() + 20 * 60_000);
  await page.getByTestId("staleness").waitFor();
  await shootBoth("disk-trouble-stale");
  for (const end of undo) end?.();
  await page.clock.setFixedTime(Date.now());
  await refresh(page);
  await untilState(page, "Connected");
};
