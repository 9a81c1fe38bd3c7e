import type { Page } from "@playwright/test";
import type { AppCore } from "../electron/hosts/core/app-core.ts";
import { localDay, startOfLocalDay } from "../shared/base/time/local-day.ts";
import { allowAssistants, openMailPart, setDigestUp, setMailUp } from "./shots-of-mail.ts";
import { leaveSelection, openLabels, selectByScans } from "./shots-of-scanner.ts";
import { takeTeam } from "./shots-of-team.ts";
import { closeCount } from "./shots-of-counts.ts";
import { untilState } from "./shot-stage.ts";

interface DocumentStage {
  readonly page: Page;
  readonly core: AppCore;
  readonly data: string;
  /** Takes a picture under its name in the guide. */
  readonly shoot: (name: string) => Promise<void>;
}
type DocumentScene = (stage: DocumentStage) => Promise<void>;

/** The pictures that README and guide show, in the order in which they are taken. */
export const DOCUMENT_SCENES: readonly DocumentScene[] = [
  async ({ page, shoot }) => {
    await page.getByRole("heading", { name: "Welcome to Stockdeck" }).waitFor();
    await shoot("onboarding");
    await page.getByRole("button", { name: "Explore with sample data" }).click();
    await untilState(page, "Connected");
    await page.getByRole("region", { name: "Time out" }).locator("[data-mark]").first().waitFor();
    await page
      .getByText(/since yesterday/)
      .first()
      .waitFor();
    await shoot("overview");
  },
  async ({ page, shoot }) => {
    await goTo(page, "Items");
    await addFilter(page, "Status", 2);
    await addFilter(page, "Location", 2);
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: /^Remaining length/ }).click();
    await page.getByLabel(/^Remaining length.*: at least/).fill("25");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("columnheader", { name: /^Remaining length/ }).click();
    await settled(page);
    await shoot("items-filtered");
    await page.getByRole("button", { name: /^Edit filter Location/ }).click();
    await page.getByRole("form", { name: "Filter by Location" }).getByRole("checkbox").nth(5).waitFor();
    await shoot("filter-editor");
    await page.keyboard.press("Escape");
    await exportAndPrint(page, shoot);
    await viewsAndGroups(page, shoot);
  },
  async ({ page, shoot }) => {
    await setMailUp(page);
    await shoot("mail");
    await setDigestUp(page);
    await shoot("digest");
    await allowAssistants(page);
    await shoot("assistants");
    await openMailPart(page);
    await shoot("mail-schedule");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Repeat this export" }).waitFor({ state: "hidden" });
  },
  async ({ page, shoot }) => {
    await selectByScans(page);
    await shoot("scan-to-select");
    await openLabels(page);
    await shoot("labels");
    await page.keyboard.press("Escape");
    await leaveSelection(page);
  },
  async ({ page, shoot }) => {
    await goTo(page, "Items");
    await page.getByRole("button", { name: "As of a day…" }).click();
    await page
      .getByRole("textbox", { name: "Day" })
      .fill(localDay(startOfLocalDay(localDay(new Date()), -30)));
    await page.getByRole("button", { name: "Show that day" }).click();
    await page.getByRole("region", { name: /^As of the end of / }).waitFor();
    await settled(page);
    await shoot("past-day");
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.getByRole("region", { name: /^As of the end of / }).waitFor({ state: "detached" });
  },
  async ({ page, shoot }) => {
    // This record has a history.
    await page.getByRole("button", { name: /^View: / }).click();
    await page.locator("[data-view=checked_out]").click();
    await page.locator('[data-cell="3:0"]').click();
    await page.getByText(/^Same location /).waitFor();
    await page.getByText(/^Verified at /).waitFor();
    await shoot("details");
    await page.getByRole("button", { name: "Close details" }).click();
  },
  async ({ page, shoot }) => {
    await openSetting(page, "Open names", "Names");
    await page.getByRole("cell", { name: /^usr_/ }).nth(5).waitFor();
    await shoot("names");
    await openSetting(page, "Open units", "Units");
    await page.getByRole("region", { name: "Units of this connection" }).waitFor();
    await shoot("units");
    await openSetting(page, "Prices…", "Prices");
    await page.getByRole("table", { name: "Pricing bases of the material types" }).waitFor();
    await shoot("prices");
    await goTo(page, "Stock value");
    await page.getByRole("region", { name: "Turnover" }).getByRole("row").nth(5).waitFor();
    await shoot("stock-value");
  },
  async ({ page, shoot }) => {
    await goTo(page, "Counts");
    await page.getByRole("link", { name: /^Weekly count of / }).click();
    await page.getByRole("table", { name: "Counted" }).getByRole("row").nth(5).waitFor();
    await shoot("count");
    await closeCount(page);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText(/^Verified at .*the service was asked/).waitFor();
    await shoot("count-result");
  },
  async ({ page, shoot }) => {
    await page.keyboard.press("Control+k");
    await page
      .getByRole("combobox", { name: "Go to a command, a view or a record" })
      .fill("find rolls for cuts");
    await page.getByRole("option", { name: /Find rolls for cuts…/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Material type", exact: true }).fill("PA film 15");
    await page
      .getByRole("option", { name: /^PA film 15/ })
      .first()
      .click();
    await page.getByRole("textbox", { name: "Cuts" }).fill("3 × 12.5 and 1 × 40; 12 × 31.2; 4 × 7");
    await page.getByRole("region", { name: "Plan", exact: true }).getByRole("row").nth(1).waitFor();
    await shoot("cut-finder");
    await goTo(page, "Checked out");
    await page
      .getByRole("table", { name: "Checked-out items by holder" })
      .getByRole("rowheader")
      .nth(5)
      .waitFor();
    await shoot("checked-out");
  },
  async ({ page, shoot }) => {
    await page.getByRole("link", { name: /^Alerts/ }).click();
    await page.getByRole("list", { name: "Alerts" }).locator("[data-alert]").nth(1).waitFor();
    await shoot("alerts");
    await goTo(page, "Data problems");
    await page.getByRole("button", { name: "No location", exact: true }).click();
    await page.getByRole("button", { name: /^Open all \d+ in Items$/ }).waitFor();
    await shoot("data-problems");
    await goTo(page, "Diagnostics");
    await page.getByRole("heading", { name: "Versions" }).waitFor();
    await shoot("diagnostics");
  },
  takeTeam,
];

const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: screen, exact: true }).click();

async function openSetting(page: Page, button: string, title: string): Promise<void> {
  await goTo(page, "Settings");
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
}

/** Applies pending rows before a picture, because the sample company changes all the time. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
  const waiting = page.getByRole("button", { name: /apply \(R\)$/ });
  if ((await waiting.count()) > 0) await waiting.first().click();
  await page.waitForTimeout(400);
}

async function addFilter(page: Page, field: string, choices: number): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("menuitem", { name: field, exact: true }).click();
  const boxes = page.getByRole("form", { name: `Filter by ${field}` }).getByRole("checkbox");
  for (let at = 0; at < choices; at += 1) await boxes.nth(at).check();
  await page.getByRole("button", { name: "Done" }).click();
}

async function exportAndPrint(page: Page, shoot: DocumentStage["shoot"]): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Export" });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ }).waitFor();
  await shoot("export");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  const preview = page.getByRole("dialog", { name: "Print preview" });
  await page.keyboard.press("Control+p");
  await preview.getByText(/^[\d,]+ pages?$/).waitFor();
  await shoot("print");
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });
}

async function viewsAndGroups(page: Page, shoot: DocumentStage["shoot"]): Promise<void> {
  const switcher = page.getByRole("button", { name: /^View: / });
  for (const name of ["Long rolls of two halls", "For the night shift"]) {
    await switcher.click();
    await page.getByRole("button", { name: "Save as…" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: `View: ${name}` }).waitFor();
  }
  await switcher.click();
  await page.getByRole("button", { name: "Actions for Long rolls of two halls" }).click();
  await shoot("views");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await switcher.click();
  await page.locator("[data-view=all]").click();
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitem", { name: "Location", exact: true }).click();
  await page.locator('[data-group="locationId"] [data-field="weight"]').first().getByText(/\d/).waitFor();
  await settled(page);
  await shoot("groups");
  await page.getByRole("button", { name: "Do not group by Location" }).click();
}
