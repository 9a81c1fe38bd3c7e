import { viewLink } from "../shared/features/views/view-share.ts";
import type { Scene } from "./shot-stage.ts";

const LINK = viewLink({
  resource: "items",
  name: "Their hall, heaviest first",
  definition: {
    version: 1,
    minor: 0,
    search: "film",
    filters: [
      {
        enabled: true,
        filter: { kind: "choice", field: "locationId", negate: false, values: ["loc_theirs"], empty: true },
      },
    ],
    sort: [{ field: "weight", direction: "desc" }],
  },
});

/** Named views, sharing them, the palette and the shortcuts, over items that are filtered already. */
export const VIEWS_SCENE: Scene = async ({ page, shoot, shootBoth, shootNarrow }) => {
  const switcher = page.getByRole("button", { name: /^View: / });
  const saveAs = async (name: string): Promise<void> => {
    await switcher.click();
    await page.getByRole("button", { name: "Save as…" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: `View: ${name}` }).waitFor();
  };
  await saveAs("Long rolls of two halls");
  await saveAs("A view whose name is as long as anybody would want it to be, and longer");
  await page.getByRole("button", { name: /^Filter Location/ }).click();
  await switcher.click();
  await page.getByRole("button", { name: "Actions for Long rolls of two halls" }).click();
  await shootBoth("views");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("all");
  await shoot("view-rename");
  await page.keyboard.press("Escape");
  await switcher.click();
  await page.getByRole("button", { name: "Import…" }).click();
  await page.getByLabel("Or paste a link").fill(LINK ?? "");
  await page.getByText("loc_theirs (unknown)").waitFor();
  await shoot("view-import");
  await page.getByLabel("Or paste a link").fill("stockdeck://view?d=%7B");
  await page.getByRole("alert").waitFor();
  await shoot("view-refused");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("option").first().waitFor();
  await shoot("palette");
  await page.getByRole("combobox", { name: /^Go to/ }).fill("film");
  await page.getByRole("option").filter({ hasText: "Item " }).first().waitFor();
  await shoot("palette-found");
  await shootNarrow("palette");
  await page.keyboard.press("Escape");
  await page.getByRole("grid").focus();
  await page.keyboard.press("?");
  await shoot("shortcuts");
  await page.keyboard.press("Escape");
  await switcher.click();
  await page.locator("[data-view=low_remaining]").click();
  await page.getByText("were not saved").waitFor();
  await shoot("view-low-remaining");
  await page.getByRole("button", { name: "Undo" }).last().click();
};
