import type { Scene } from "./shot-stage.ts";

/** Exports of filtered items: the dialog, an export that asks the service first, and the last exports. */
export const EXPORT_SCENE: Scene = async ({ page, service, shoot, shootBoth }) => {
  const dialog = page.getByRole("dialog", { name: "Export" });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ }).waitFor();
  await shootBoth("export");
  service.setFaults({ latencyMs: 1_500 });
  await dialog.getByRole("checkbox", { name: /first$/ }).click();
  await dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ }).click();
  await dialog.getByText("Verifying the rows with the service…").waitFor();
  await shoot("export-verifying");
  service.setFaults({ latencyMs: 0 });
  await dialog.getByTestId("export-end").waitFor();
  await shoot("export-done");
  await dialog.getByRole("button", { name: "Another export" }).click();
  await dialog.getByRole("region", { name: "Last exports" }).waitFor();
  await shoot("export-again");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
};
