import type { Page } from "@playwright/test";
import { dismissMessages, type Scene } from "./shot-stage.ts";

const PEOPLE = [
  ["Ayşe Yılmaz", "Print"],
  ["Bo Lindqvist", "Print"],
  ["Chiamaka Okonkwo", "Lamination"],
  ["Δημήτρης Παπαδόπουλος", "Slitting"],
  [
    "A holder whose name is as long as anybody would want it to be",
    "Night shift of the second converting hall",
  ],
];

/** The names of holders: naming one, importing a file, and the screen that lists them. */
export const NAMES_SCENE: Scene = async ({ page, shoot, shootNarrow }) => {
  const search = page.getByRole("searchbox");
  await search.fill("usr_");
  const holders = page.locator('[role="gridcell"][data-field="checkedOutToUserId"]');
  await holders.filter({ hasText: "usr_" }).first().click({ button: "right" });
  await shoot("cell-menu-holder");
  await page.getByRole("menuitem", { name: "Name this holder…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Anna Meyer");
  await page.getByRole("textbox", { name: "Note" }).fill("Desk 5 in hall 2, phone 114");
  await shoot("name-dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await openNames(page);
  await importNames(page, shoot);
  await dismissMessages(page);
  await shoot("names");
  await shootNarrow("names-narrow");
  await search.fill("nobody of that name");
  await shoot("names-no-match");
  await page.getByRole("link", { name: "Items" }).click();
  await holders.filter({ hasText: "Anna Meyer" }).first().waitFor();
  await shoot("items-named-holders");
  await search.fill("");
};

async function openNames(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Open names" }).click();
  await page.getByRole("heading", { name: "Names" }).waitFor();
}

async function importNames(page: Page, shoot: Parameters<Scene>[0]["shoot"]): Promise<void> {
  const cells = page.getByRole("cell", { name: /^usr_/ });
  await cells.nth(PEOPLE.length).waitFor();
  const ids = await cells.allTextContents();
  const lines = PEOPLE.map(([name, team], at) => `${ids[at + 1] ?? ""},${name ?? ""},${team ?? ""}`);
  const more = [`${ids[1] ?? ""},Somebody else,`, ",Nobody,", "usr_left,Carl Peeters,Print"];
  const text = ["id,name,team", ...lines, ...more, ""].join("\n");
  await page.getByRole("button", { name: "Import…" }).click();
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  const dialog = page.getByRole("dialog", { name: "Import names" });
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByText("people.csv").waitFor();
  await shoot("names-import");
  await dialog.getByRole("button", { name: /^Import \d/ }).click();
  await dialog.waitFor({ state: "hidden" });
}
