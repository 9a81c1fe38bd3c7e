import fs from "node:fs/promises";
import path from "node:path";
import type { Scene } from "./shot-stage.ts";

/** The dialog of exports, one that asks the service first, and the last ones, over items that are filtered. */
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

/** A comparison with an earlier export: where a file is chosen, a question, a refusal, and what differs. */
export const COMPARISON_SCENE: Scene = async ({ page, service, data, shoot, shootBoth }) => {
  const choose = async (name: string, lines: readonly string[]): Promise<void> => {
    await fs.writeFile(path.join(data, name), lines.join("\r\n"));
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: /file…$/ }).click();
    await (await chooser).setFiles(path.join(data, name));
  };
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog", { name: "Go to anything" }).getByRole("combobox").waitFor();
  await page.keyboard.type("compare with");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Compare with an earlier export" }).waitFor();
  await shoot("comparison-none");
  await choose("supplier.csv", ["name,colour", "A,red", ""]);
  await page.getByRole("heading", { name: "supplier.csv cannot be compared" }).waitFor();
  await shoot("comparison-refused");
  const items = [...service.company.items.all()];
  const rows = items.slice(40).map(({ id, name, locationId, weight }, at) => {
    const then = at % 90 === 0 ? "Another name of those days" : name.replaceAll('"', '""');
    return `${id},"${then}",${locationId ?? ""},${at % 70 === 0 ? 12.5 : (weight ?? "")},red`;
  });
  await choose("items-in-october.csv", [
    "id,name,locationId,weight,colour",
    ...rows,
    "itm_g,Gone,,3,x",
    ",No id,,,",
    "",
  ]);
  await page.getByRole("heading", { name: "Which rows does this file have?" }).waitFor();
  await shoot("comparison-question");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByTestId("comparison-summary").waitFor();
  await page.getByText(/^Changed [\d,]+$/).click();
  await page.getByTestId("difference-count").filter({ hasText: "found" }).waitFor();
  await shoot("comparison-changed");
  await page.getByText(/^All [\d,]+$/).click();
  await page.getByRole("list", { name: "Differences" }).getByText("Added").first().waitFor();
  await shootBoth("comparison");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Export" })
    .getByRole("button", { name: /^Export [\d,]+ changes?$/ })
    .waitFor();
  await shoot("comparison-export");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /^Items/ }).click();
};
