import type { Page } from "@playwright/test";
import type { Scene } from "./shot-stage.ts";

/** Sets mail up in the settings; its server is never asked. */
export async function setMailUp(page: Page): Promise<void> {
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: "Settings", exact: true })
    .click();
  const mail = page.getByRole("region", { name: "Mail", exact: true });
  await mail.getByLabel("Server", { exact: true }).fill("mail.example.com");
  await mail.getByLabel("User name").fill("stock@example.com");
  await mail.getByLabel("Sender’s address").fill("stock@example.com");
  await mail.getByLabel("Sender’s name").fill("Stock room");
  await mail.getByRole("button", { name: "Save", exact: true }).click();
  await mail.getByLabel("Password of the mail server").fill("a password");
  await mail.getByRole("button", { name: "Store the password" }).click();
  await mail.getByLabel("Send a test message to").fill("ann@example.com");
  await mail.scrollIntoViewIfNeeded();
}

/** Sets up a digest of alerts in the settings, which are on screen. */
export async function setDigestUp(page: Page): Promise<void> {
  const digest = page.getByRole("region", { name: "Digest of alerts" });
  await digest.getByLabel("Recipients").fill("ann@example.com, bob@example.com");
  await digest.getByRole("button", { name: "Save" }).click();
  await digest.getByRole("button", { name: "Send now" }).waitFor();
  await digest.scrollIntoViewIfNeeded();
}

/** Lets assistants read, and shows the configuration. The settings are on screen. */
export async function allowAssistants(page: Page): Promise<void> {
  const assistants = page.getByRole("region", { name: "Assistants", exact: true });
  await assistants.getByRole("switch", { name: /^Let assistants read/ }).click();
  await assistants.getByRole("button", { name: "Copy configuration" }).scrollIntoViewIfNeeded();
}

/** Opens the form of a scheduled export with recipients. */
export async function openMailPart(page: Page): Promise<void> {
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^Items/ })
    .click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "Repeat…" }).click();
  const form = page.getByRole("dialog", { name: "Repeat this export" });
  await form.getByLabel("Send each file by mail").check();
  await form.getByLabel("Recipients").fill("ann@example.com, bob@example.com");
  await form.getByLabel("Recipients").scrollIntoViewIfNeeded();
}

/** Mail and assistants in the settings, and the form of a schedule. */
export const MAIL_SCENE: Scene = async ({ page, shootBoth }) => {
  await setMailUp(page);
  await shootBoth("mail");
  await allowAssistants(page);
  await shootBoth("assistants");
  await openMailPart(page);
  await shootBoth("mail-schedule");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+1");
};
