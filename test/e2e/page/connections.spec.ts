import type { Locator, Page } from "@playwright/test";
import { startSampleService, type SampleService } from "../../service/index.ts";
import { test as base, expect } from "../fixtures.ts";
import { callHost, waitForStatus } from "../host-client.ts";
import { expectAccessible } from "./axe.ts";
import { connectByForm, connected, connectionSwitcher, headerOf, stateOf } from "./steps.ts";
import { typeText } from "../typing.ts";

/** A second company, with fewer items and unique names. */
const test = base.extend<{ readonly second: SampleService }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  second: async ({}, use) => {
    const service = await startSampleService({ items: 30, seed: 2 });
    for (const { id } of service.company.items.all())
      service.company.upsertItem({ id, name: `Second ${id}`, status: "available" });
    await use(service);
    await service.close();
  },
});
test.use({ items: 120, ownHost: true });

const count = (page: Page): Locator => page.getByTestId("result-count");
const nameOf = ({ url }: SampleService): string => new URL(url).host;

/** Adds a connection as a user would, and waits for its pull. */
async function add(page: Page, service: SampleService): Promise<void> {
  await connectionSwitcher(page).click();
  await page.getByRole("menuitem", { name: "Add connection…" }).click();
  await connectByForm(page, service);
  await expect(page).toHaveTitle(`Overview – ${nameOf(service)} – Stockdeck`);
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page).toHaveTitle(`${nameOf(service)} – Stockdeck`);
  await expect(stateOf(page)).toHaveText("Connected");
}

test("the app never shows one connection's row under another connection's name", async ({
  page,
  host,
  service,
  second,
}) => {
  await connected(page, host, service);
  const { connectionId: first = "" } = (await callHost(host.url, "bootstrap")).connection ?? {};
  await add(page, second);
  const { connectionId: other = "" } = (await callHost(host.url, "bootstrap")).connection ?? {};
  // Reads every change of the page before the next frame is painted.
  await page.evaluate((secondName) => {
    const seen = { mixed: [] as string[], looks: 0 };
    const look = (): void => {
      const name = document.querySelector('[aria-label^="Connection: "]')?.getAttribute("aria-label") ?? "";
      const cells = [...document.querySelectorAll('[role="gridcell"][data-field="name"]')];
      seen.looks += 1;
      for (const cell of cells) {
        const text = cell.textContent ?? "";
        if (text !== "" && text.startsWith("Second ") !== name.endsWith(secondName))
          seen.mixed.push(`${name}: ${text}`);
      }
      const shown = document.querySelector('[data-testid="result-count"]')?.textContent ?? "";
      const rows = name.endsWith(secondName) ? /^(30|0) items/ : /^(120|0) items/;
      if (shown !== "" && !rows.test(shown)) seen.mixed.push(`${name}: ${shown}`);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, { seen });
  }, nameOf(second));
  // Switches as fast as the core allows. Answers are pending each time.
  for (let round = 0; round < 12; round += 1) {
    void page
      .getByRole("columnheader", { name: "Name", exact: true })
      .click({ timeout: 2_000 })
      .catch(() => {});
    await callHost(host.url, "switchConnection", { connectionId: round % 2 === 0 ? first : other });
  }
  await expect(page).toHaveTitle(`${nameOf(second)} – Stockdeck`);
  await expect(count(page)).toHaveText("30 items");
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { mixed: string[]; looks: number } }).seen,
  );
  expect(seen.looks).toBeGreaterThan(24);
  expect(seen.mixed).toEqual([]);
});

test(
  "the app never shows rows from one connection's delayed requests or responses under another connection",
  { tag: "@whole" },
  async ({ page, host, service, second }) => {
    const held: (() => void)[] = [];
    let hold: "nothing" | "questions" | "answers" = "nothing";
    const windows = new Set<unknown>();
    await page.routeWebSocket(/\/host/, (socket) => {
      const server = socket.connectToServer();
      const pass = (what: "questions" | "answers", message: string | Buffer): void => {
        const text = message.toString();
        const { id, call } = JSON.parse(text) as { id?: number; call?: string };
        if (call?.startsWith("query")) windows.add(id);
        const send = (): void => (what === "questions" ? server.send(text) : socket.send(text));
        if (hold === what && windows.has(id)) held.push(send);
        else send();
      };
      socket.onMessage((message) => pass("questions", message));
      server.onMessage((message) => pass("answers", message));
    });
    await page.reload();
    await connected(page, host, service);
    await add(page, second);
    const { connections } = await callHost(host.url, "listConnections");
    const [first = "", other = ""] = connections.map(({ connectionId }) => connectionId);
    for (const what of ["questions", "answers"] as const) {
      await expect(page).toHaveTitle(`${nameOf(second)} – Stockdeck`);
      await expect(page.locator('[data-cell="0:0"]')).toHaveText(/^Second /);
      hold = what;
      // A change of the order makes a new query; its rows are now pending.
      await headerOf(page, "Name").click();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      hold = "nothing";
      await callHost(host.url, "switchConnection", { connectionId: first });
      await expect(page).toHaveTitle(`${nameOf(service)} – Stockdeck`);
      for (const send of held.splice(0)) send();
      await expect(count(page)).toHaveText("120 items");
      await expect(page.locator('[data-cell="0:0"]')).toHaveText(/^(?!Second )\S/);
      await expect(page.getByRole("gridcell").filter({ hasText: /^Second / })).toHaveCount(0);
      await callHost(host.url, "switchConnection", { connectionId: other });
    }
    // Rows of the first company that were requested while the second opened are not cached as the second's
    // rows.
    hold = "questions";
    await expect(page).toHaveTitle(`${nameOf(second)} – Stockdeck`);
    await headerOf(page, "Updated").click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    hold = "nothing";
    await callHost(host.url, "switchConnection", { connectionId: first });
    for (const send of held.splice(0)) send();
    await callHost(host.url, "switchConnection", { connectionId: other });
    await expect(page).toHaveTitle(`${nameOf(second)} – Stockdeck`);
    await expect(count(page)).toHaveText("30 items");
    await expect(page.locator('[data-cell="0:0"]')).toHaveText(/^Second /);
  },
);

test(
  "the user renames and recolours a connection",
  { tag: "@whole" },
  async ({ page, host, service, second }) => {
    await connected(page, host, service);
    await add(page, second);
    await connectionSwitcher(page).click();
    await page.getByRole("menuitem", { name: "Manage…" }).click();
    const connections = page.getByRole("region", { name: "Connections" });
    await connections.getByRole("button", { name: `Edit ${nameOf(second)}` }).click();
    const form = connections.getByRole("form", { name: `Edit ${nameOf(second)}` });
    await expect(form.getByLabel("Name")).toBeFocused();
    await form.getByLabel("Name").fill("   ");
    await expect(form.getByText("Enter a name.")).toBeVisible();
    await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
    await form.getByLabel("Name").fill(nameOf(service));
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toContainText("already");
    await form.getByLabel("Name").fill(" Plant Łódź ");
    await form.getByRole("radio", { name: /Pink/ }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await expect(page).toHaveTitle("Settings – Plant Łódź – Stockdeck");
    await expect(connectionSwitcher(page).locator("[data-colour]")).toHaveAttribute("data-colour", "pink");
    await expect(connections.getByRole("button", { name: "Edit Plant Łódź" })).toBeFocused();
    await connections.getByRole("button", { name: `Open ${nameOf(service)}` }).click();
    await expect(page).toHaveTitle(`Settings – ${nameOf(service)} – Stockdeck`);
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();

    // Forgetting one connection opens the other.
    await page.getByRole("button", { name: "Disconnect" }).click();
    const question = page.getByRole("dialog", { name: "Disconnect from this service?" });
    await expect(question).toContainText(`The connection “${nameOf(service)}”`);
    await expect(question).toContainText("Your other connections stay as they are.");
    await question.getByRole("button", { name: "Disconnect" }).click();
    await expect(page).toHaveTitle("Settings – Plant Łódź – Stockdeck");
    await expect(question).toBeHidden();
    await page.getByRole("link", { name: "Items" }).click();
    await expect(count(page)).toHaveText("30 items");
  },
);

test("the user switches and edits connections by keyboard", async ({ page, host, service, second }) => {
  await connected(page, host, service);
  await callHost(host.url, "connect", { baseUrl: second.url, key: second.key });
  await waitForStatus(host.url, ({ state }) => state === "idle");
  await expect(page).toHaveTitle(`${nameOf(second)} – Stockdeck`);
  await connectionSwitcher(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: nameOf(second) })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitemradio", { name: nameOf(service) })).toBeFocused();
  const said = await page.evaluateHandle(() => {
    const sentences: string[] = [];
    const region = document.querySelector('[role="status"][aria-live="polite"]');
    const note = (): number => sentences.push(region?.textContent ?? "");
    if (region)
      new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
    return sentences;
  });
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle(`${nameOf(service)} – Stockdeck`);
  await expect(connectionSwitcher(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { checked: true })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Manage…" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(connectionSwitcher(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { checked: true })).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const edit = page.getByRole("button", { name: `Edit ${nameOf(service)}` });
  await edit.focus();
  await page.keyboard.press("Enter");
  await typeText(page, "Typed");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Settings – Typed – Stockdeck");
  await expect(page.getByRole("button", { name: "Edit Typed" })).toBeFocused();
  expect(await said.jsonValue()).toContain(`Now showing ${nameOf(service)}`);
});

test("the menu, the form and the settings of connections are accessible", async ({
  page,
  host,
  service,
  second,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await connected(page, host, service);
  await add(page, second);
  await expectAccessible(page, "nav");
  await connectionSwitcher(page).click();
  await expect(page.getByRole("menuitemradio").first()).toBeVisible();
  await expectAccessible(page, "[role=menu]");
  await page.getByRole("menuitem", { name: "Add connection…" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: `Edit ${nameOf(service)}` }).click();
  await expect(page.getByRole("radio", { name: /Slate/ })).toBeVisible();
  await expectAccessible(page);
});
