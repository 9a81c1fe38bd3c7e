import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { MAIL_PASSWORD, MAIL_USER, startMailServer, type MailServerRig } from "../../helpers/mail-server.ts";
import { expect, test as base } from "../fixtures.ts";
import { expectAccessible } from "./axe.ts";
import { fillMailServer, mailSection, saveMailServer } from "../mail-steps.ts";
import { connected } from "./steps.ts";

/** A page whose host trusts the certificate of a real mail server. */
const test = base.extend<{ readonly mailServer: MailServerRig }>({
  mailServer: async ({ page, host, service }, use) => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-mail-"));
    const mailServer = await startMailServer(folder);
    await page.goto("about:blank");
    await host.stop();
    await host.start(undefined, { NODE_EXTRA_CA_CERTS: mailServer.authority });
    await page.goto(host.itemsUrl);
    await connected(page, host, service);
    await use(mailServer);
    await mailServer.close();
    await fs.rm(folder, { recursive: true });
  },
});

test.use({ ownHost: true });

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole("link", { name: "Settings" }).click();
  return mailSection(page);
}

/** Sets mail up with the mouse, up to the stored password. */
async function setUp(page: Page, { server }: MailServerRig): Promise<Locator> {
  const mail = await openSettings(page);
  await fillMailServer(mail, server, MAIL_USER);
  await saveMailServer(mail, MAIL_PASSWORD);
  await expect(mail.getByText("It is kept in memory until Stockdeck ends.")).toBeVisible();
  return mail;
}

test("the user sets mail up, sends a test message and turns mail off", async ({ page, mailServer }) => {
  const mail = await openSettings(page);
  await expect(mail.getByText("Mail is off.")).toBeVisible();
  await mail.getByRole("button", { name: "Save", exact: true }).click();
  await expect(mail.getByText("This is not the name or address of a server.")).toBeVisible();
  await expect(mail.getByText("This is not a mail address.")).toBeVisible();
  await setUp(page, mailServer);
  await expectAccessible(page, "main");
  // The page does not contain the password.
  expect(await page.content()).not.toContain(MAIL_PASSWORD);
  await expect(mail.getByLabel("Password of the mail server")).toHaveValue("");

  await mail.getByLabel("Send a test message to").fill("nobody");
  await mail.getByRole("button", { name: "Send test message" }).click();
  await expect(mail.getByText("This is not a mail address.")).toBeVisible();
  await mail.getByLabel("Send a test message to").fill("ann@example.com");
  await mail.getByRole("button", { name: "Send test message" }).click();
  await expect(mail.getByText("The mail server took the message to ann@example.com.")).toBeVisible();
  expect(mailServer.taken).toMatchObject([{ to: ["ann@example.com"], user: MAIL_USER }]);

  mailServer.behaviour = { recipient: () => 550 };
  await mail.getByRole("button", { name: "Send test message" }).click();
  await expect(mail.getByText("Not sent: The mail server refused recipients.")).toContainText("550");

  await mail.getByRole("button", { name: "Switch mail off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch mail off" }).click();
  await expect(mail.getByText("Mail is off.")).toBeVisible();
  await expect(mail.getByLabel("Server", { exact: true })).toHaveValue("");
});

test(
  "the user sets mail up and creates an alert digest by keyboard",
  { tag: "@whole" },
  async ({ page, mailServer }) => {
    const mail = await openSettings(page);
    const { server } = mailServer;
    await mail.getByLabel("Server", { exact: true }).focus();
    await page.keyboard.insertText(server.host);
    await page.keyboard.press("Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(String(server.port));
    await page.keyboard.press("Tab");
    await expect(mail.getByRole("combobox", { name: "TLS begins" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(MAIL_USER);
    await page.keyboard.press("Tab");
    await page.keyboard.insertText(server.from);
    await page.keyboard.press("Enter");
    await expect(mail.getByLabel("Password of the mail server")).toBeVisible();
    await mail.getByLabel("Password of the mail server").focus();
    await page.keyboard.insertText(MAIL_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(mail.getByLabel("Send a test message to")).toBeVisible();
    await mail.getByLabel("Send a test message to").focus();
    await page.keyboard.insertText("ann@example.com");
    await page.keyboard.press("Enter");
    await expect(mail.getByRole("status").last()).toContainText("took the message to ann@example.com");

    const digest = page.getByRole("region", { name: "Digest of alerts" });
    await digest.getByLabel("Recipients").focus();
    await page.keyboard.insertText("ann@example.com");
    await page.keyboard.press("Tab");
    await expect(digest.getByLabel("Send it also if no alert is active")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expect(digest.getByText("Not yet")).toBeVisible();
    await digest.getByRole("button", { name: "Send now" }).focus();
    await page.keyboard.press("Enter");
    await expect(digest.getByText("sent to 1 recipient")).toBeVisible();
  },
);

test(
  "changing the TLS mode sets the mode's default port, unless the user chose a port",
  { tag: "@whole" },
  async ({ page, host, service }) => {
    await connected(page, host, service);
    const mail = await openSettings(page);
    const security = mail.getByRole("combobox", { name: "TLS begins" });
    await expect(mail.getByLabel("Port")).toHaveValue("465");
    await security.click();
    await page.getByRole("option", { name: "By STARTTLS" }).click();
    await expect(mail.getByLabel("Port")).toHaveValue("587");
    await mail.getByLabel("Port").fill("2525");
    await security.click();
    await page.getByRole("option", { name: "At once" }).click();
    await expect(mail.getByLabel("Port")).toHaveValue("2525");
  },
);

test("a schedule sends its files by mail", { tag: "@whole" }, async ({ page, host, mailServer }) => {
  const repeat = async (): Promise<Locator> => {
    await page.goto(host.itemsUrl);
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Repeat…" }).click();
    const form = page.getByRole("dialog", { name: "Repeat this export" });
    await expect(form.getByText(/exported.scheduled$/)).toBeVisible();
    return form;
  };
  const before = await repeat();
  await expect(before.getByText("To send the files by mail, set up a mail server first.")).toBeVisible();
  await before.getByRole("button", { name: "Settings, Mail" }).click();
  await expect(mailSection(page)).toBeInViewport();
  await setUp(page, mailServer);

  const form = await repeat();
  await form.getByLabel("Send each file by mail").check();
  await form.getByLabel("Recipients").fill("ann@example.com, nobody");
  await expect(form.getByText("“nobody” is not a mail address.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Schedule" })).toBeDisabled();
  await form.getByLabel("Recipients").fill("ann@example.com; bob@example.com");
  await form.getByLabel("Subject").fill("Stock: {view}, {rows} rows");
  await expectAccessible(page, "[role=dialog]");
  await form.getByRole("button", { name: "Schedule" }).click();
  await expect(form).toBeHidden();

  await openSettings(page);
  const list = page.getByRole("region", { name: "Scheduled exports", exact: true });
  await expect(list.getByText("To 2 recipients")).toBeVisible();
  mailServer.behaviour = { recipient: (address) => (address.startsWith("bob") ? 550 : null) };
  await list.getByRole("button", { name: /^Run now/ }).click();
  await expect(list.getByText("sent to 1 of 2 recipients only")).toBeVisible();
  expect(mailServer.taken[0]?.raw).toContain("Subject: Stock: All, 400 rows");

  await page.getByRole("link", { name: /^Alerts/ }).click();
  await expect(page.getByText("1 message not sent")).toBeVisible();
  await openSettings(page);
  mailServer.behaviour = {};
  await list.getByRole("button", { name: /^Run now/ }).click();
  await expect(list.getByText("sent to 2 recipients")).toBeVisible();
});

test(
  "the user sets up an alert digest, sends it now and stops it",
  { tag: "@whole" },
  async ({ page, mailServer }) => {
    const digest = page.getByRole("region", { name: "Digest of alerts" });
    await openSettings(page);
    await expect(digest.getByText("To send it, set up a mail server under Mail first.")).toBeVisible();
    // A browser cannot print without showing the page.
    await expect(page.getByRole("region", { name: "Overview by mail" })).toHaveCount(0);
    await setUp(page, mailServer);
    await expect(digest.getByRole("button", { name: "Save" })).toBeDisabled();
    await digest.getByLabel("Recipients").fill("ann@example.com");
    await digest.getByLabel("Send it also if no alert is active").check();
    await digest.getByRole("button", { name: "Save" }).click();
    await expect(digest.getByText("Not yet")).toBeVisible();
    await expectAccessible(page, "main");
    await digest.getByRole("button", { name: "Send now" }).click();
    await expect(digest.getByText("sent to 1 recipient")).toBeVisible();
    expect(mailServer.taken[0]?.raw).toContain("Subject: Alerts of");
    await digest.getByRole("button", { name: "Stop the digest" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop the digest" }).click();
    await expect(digest.getByRole("button", { name: "Send now" })).toBeHidden();
    await expect(digest.getByLabel("Recipients")).toHaveValue("");
  },
);
