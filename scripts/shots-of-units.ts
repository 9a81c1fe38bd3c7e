import { shootPrices } from "./shots-of-prices.ts";
import type { Scene } from "./shot-stage.ts";

/** The units: the proposal with its proof, a type with its own, and a table that names them; then none again. */
export const UNITS_SCENE: Scene = async (stage) => {
  const { page, shoot, shootNarrow } = stage;
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Open units" }).click();
  const use = page.getByRole("button", { name: "Use these units" });
  await use.waitFor();
  await shoot("units");
  await use.click();
  await page.getByRole("combobox", { name: "Add a material type" }).fill("RG-6");
  await page.getByRole("option").filter({ hasText: "RG-6" }).click();
  const own = page.getByRole("group", { name: /RG-6/ });
  await own.getByRole("combobox").first().click();
  await page.getByRole("option", { name: "ft", exact: true }).locator("visible=true").first().click();
  await shoot("units-of-a-type");
  await shootNarrow("units-of-a-type");
  await page.getByRole("link", { name: "Items" }).click();
  await page.getByRole("columnheader", { name: "Remaining length (m)" }).waitFor();
  await shoot("items-in-units");
  await shootPrices(stage);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Open units" }).click();
  await page.getByRole("button", { name: /^Remove the units of/ }).click();
  const usual = page.getByRole("region", { name: "Units of this connection" });
  for (const label of ["Lengths", "Weights", "Widths", "Thicknesses"]) {
    await usual.getByRole("combobox", { name: label, exact: true }).click();
    await page.getByRole("option", { name: "No unit" }).locator("visible=true").click();
  }
  await page.getByRole("link", { name: "Items" }).click();
};
