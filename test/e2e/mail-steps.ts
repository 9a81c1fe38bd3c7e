import type { Locator, Page } from "@playwright/test";

/** The section of mail in the settings. */
export const mailSection = (page: Page): Locator => page.getByRole("region", { name: "Mail", exact: true });

/** Fills the form of the mail server. */
export async function fillMailServer(
  mail: Locator,
  server: { readonly host: string; readonly port: number; readonly from: string },
  user: string,
): Promise<void> {
  await mail.getByLabel("Server", { exact: true }).fill(server.host);
  await mail.getByLabel("Port").fill(String(server.port));
  await mail.getByLabel("User name").fill(user);
  await mail.getByLabel("Sender’s address").fill(server.from);
}

/** Saves the form and stores the password. */
export async function saveMailServer(mail: Locator, password: string): Promise<void> {
  await mail.getByRole("button", { name: "Save", exact: true }).click();
  await mail.getByLabel("Password of the mail server").fill(password);
  await mail.getByRole("button", { name: "Store the password" }).click();
}
