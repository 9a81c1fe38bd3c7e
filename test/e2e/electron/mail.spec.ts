import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { MAIL_PASSWORD, MAIL_USER, startMailServer } from "../../helpers/mail-server.ts";
import { expect, test } from "./launch.ts";
import { answerDialogs } from "./mail-steps.ts";

test.setTimeout(120_000);

test(
  "the app sends mail through a server whose certificate comes from a company's own authority",
  { tag: "@whole" },
  async ({ sample, launch }) => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-mail-"));
    const mailServer = await startMailServer(folder);
    try {
      const launched = await launch();
      const { page } = launched;
      await page.getByLabel("Base URL").fill(sample.url);
      await page.getByLabel("API key", { exact: true }).fill(sample.key);
      await page.getByRole("button", { name: "Connect", exact: true }).click();
      await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
      await page.getByRole("link", { name: "Settings" }).click();
      const mail = page.getByRole("region", { name: "Mail", exact: true });
      const { host, port, from } = mailServer.server;
      await mail.getByLabel("Server", { exact: true }).fill(host);
      await mail.getByLabel("Port").fill(String(port));
      await mail.getByLabel("User name").fill(MAIL_USER);
      await mail.getByLabel("Sender’s address").fill(from);

      const refused = await answerDialogs(launched, "Cancel", mailServer.authority);
      await mail.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(refused).toEqual([`Send mail by ${host}:${port}?`]);
      await expect(mail.getByText("Mail is off.")).toBeVisible();
      const confirmed = await answerDialogs(launched, "Use this server", mailServer.authority);
      await mail.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(confirmed).toHaveLength(1);
      await expect(mail.getByText("Mail is off.")).toBeHidden();

      await mail.getByLabel("Password of the mail server").fill(MAIL_PASSWORD);
      await mail.getByRole("button", { name: "Store the password" }).click();
      await expect(mail.getByLabel("Password of the mail server")).toHaveValue("");
      await mail.getByLabel("Send a test message to").fill("ann@example.com");
      await mail.getByRole("button", { name: "Send test message" }).click();
      await expect(mail.getByText(/^Not sent: /)).toBeVisible();
      expect(mailServer.received).toEqual([]);

      await mail.getByRole("button", { name: "Choose a file…" }).click();
      await expect(mail.getByText(mailServer.authority)).toBeVisible();
      const saved = page.getByText("Mail server saved");
      await expect(saved).toBeHidden();
      await mail.getByRole("button", { name: "Save", exact: true }).click();
      await expect(saved).toBeVisible();
      await mail.getByRole("button", { name: "Send test message" }).click();
      await expect(mail.getByText("The mail server took the message to ann@example.com.")).toBeVisible();
      expect(mailServer.taken).toMatchObject([{ to: ["ann@example.com"], user: MAIL_USER }]);
      expect(mailServer.taken[0]?.raw).not.toContain(sample.key);
    } finally {
      await mailServer.close();
      await fs.rm(folder, { recursive: true });
    }
  },
);
