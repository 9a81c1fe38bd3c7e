import { blankUpdate } from "../shared/features/updates/updates.ts";
import { updates } from "./shot-core.ts";
import type { Scene } from "./shot-stage.ts";

const VERSION = "1.3.0";
const REFUSED =
  "The update was refused: its description is not signed by the publisher of this Stockdeck. It may have been changed on its way.";

/** An update from its notice until it is ready. Then a refused one, and each reason why updates are off. */
export const UPDATES_SCENE: Scene = async ({ page, shoot, shootBoth }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  const section = page.getByRole("region", { name: "Updates" });
  await section.getByRole("button", { name: "Check now" }).waitFor();
  await section.scrollIntoViewIfNeeded();
  const lastCheck = new Date().toISOString();
  updates.set({ step: "available", version: VERSION, lastCheck });
  const notice = page.getByRole("region", { name: `Stockdeck ${VERSION} is available.` });
  await notice.waitFor();
  await section.scrollIntoViewIfNeeded();
  await shootBoth("update-available");
  await notice.getByRole("button", { name: "Download" }).click();
  await page.getByRole("region", { name: `Stockdeck ${VERSION} is being downloaded.` }).waitFor();
  await shoot("update-downloading");
  updates.set({ step: "ready" });
  await page.getByRole("region", { name: `Stockdeck ${VERSION} is ready.` }).waitFor();
  await shoot("update-ready");
  updates.set({ ...blankUpdate("notify"), step: "available", version: VERSION, lastCheck });
  await notice.waitFor();
  await shootBoth("update-notify");
  updates.set({ ...blankUpdate("install"), lastCheck, error: { kind: "update_refused", message: REFUSED } });
  await section.getByText("The check failed.").waitFor();
  await shoot("update-refused");
  for (const way of ["build", "administrator", "browser"] as const) {
    updates.set(blankUpdate(way));
    await section.locator("dt", { hasText: "State" }).waitFor({ state: "hidden" });
    await shoot(`update-off-${way}`);
  }
  await page.getByRole("link", { name: "Items" }).click();
};
