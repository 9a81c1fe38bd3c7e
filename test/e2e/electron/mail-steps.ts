import { expect } from "@playwright/test";
import { MAIL_PASSWORD, MAIL_USER, type MailServerRig } from "../../helpers/mail-server.ts";
import { fillMailServer, mailSection } from "../mail-steps.ts";
import type { LaunchedApp } from "./launch.ts";

/** Answers the app's questions with a button, and its file dialogs with a file. @returns the questions so far. */
export async function answerDialogs(
  { app }: LaunchedApp,
  button: string,
  file: string,
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(
    ({ dialog }, [wanted, chosen]) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = ((_window: unknown, { message, buttons }: Electron.MessageBoxOptions) => {
        asked.push(message);
        return Promise.resolve({ response: buttons?.indexOf(wanted) ?? -1, checkboxChecked: false });
      }) as unknown as typeof dialog.showMessageBox;
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    },
    [button, file] as const,
  );
  return () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
}

/** Sets up the mail server in the settings, which are on screen. */
export async function setUpMail(launched: LaunchedApp, { server, authority }: MailServerRig): Promise<void> {
  const mail = mailSection(launched.page);
  await fillMailServer(mail, server, MAIL_USER);
  const confirmed = await answerDialogs(launched, "Use this server", authority);
  await mail.getByRole("button", { name: "Choose a file…" }).click();
  await expect(mail.getByText(authority)).toBeVisible();
  await mail.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(confirmed).toHaveLength(1);
  await expect(mail.getByText("Mail is off.")).toBeHidden();
  await mail.getByLabel("Password of the mail server").fill(MAIL_PASSWORD);
  await mail.getByRole("button", { name: "Store the password" }).click();
  await expect(mail.getByLabel("Password of the mail server")).toHaveValue("");
}
