import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { osKeychain } from "../../../electron/base/keychain/keychain.ts";
import { INVENTORY_MIGRATIONS, USER_MIGRATIONS } from "../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../electron/store/database/open-database.ts";
import { ROOT } from "../../helpers/child.ts";
import { startOwnKeyring } from "../../helpers/own-keyring.ts";
import type { SampleProcess } from "../../helpers/sample-process.ts";
import { expect, SANDBOX, test } from "./launch.ts";

test.setTimeout(120_000);

const CONNECTION_ID = {
  connectionId: "default",
  kind: "service",
  baseUrl: "https://inventory.invalid",
  name: "Plant",
  colour: "blue",
} as const;
const VIEW = { version: 1, minor: 0, search: "film", filters: [], sort: [] };

async function connect(page: Page, sample: SampleProcess): Promise<void> {
  await page.getByLabel("Base URL").fill(sample.url);
  await page.getByLabel("API key", { exact: true }).fill(sample.key);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await connected(page);
}

async function connected(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Items/ }).click();
  await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  await expect(page.getByTestId("result-count")).toContainText("5,000");
}

/** Writes the folder of a connection that was never opened. It has a view that the user made. */
function writeFolder(folder: string): void {
  const user = openForWriting(path.join(folder, "user.sqlite"), USER_MIGRATIONS).database;
  const connections = JSON.stringify({ connections: [CONNECTION_ID], current: "default" });
  user.prepare("INSERT INTO entries VALUES ('connections', ?)").run(connections);
  const view = { resource: "items", name: "Films", definition: VIEW };
  user
    .prepare(
      `INSERT INTO documents (connectionId, document, id, version, value)
       VALUES ('default', 'views', '6f1b8d52-6d2c-4c5e-9a8a-0f0d7c1e2b3a', 1, ?)`,
    )
    .run(JSON.stringify(view));
  user.close();
  const copy = path.join(folder, "profiles", "default", "inventory.sqlite");
  openForWriting(copy, INVENTORY_MIGRATIONS).database.close();
}

/**
 * Starts an app that can only show an error box, which waits for the user.
 * @returns the stderr before the box.
 */
async function saidAtStart(args: readonly string[], more: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.env["STOCKDECK_ELECTRON"] ?? "", [ROOT, ...SANDBOX, "--disable-gpu", ...args], {
    env: { ...process.env, ...more },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (data: Buffer) => (said += data.toString()));
  await expect.poll(() => said).toContain("stockdeck: ");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await once(child, "close");
  return said;
}

test("the first start creates a folder that only the user can read", async ({ launch, folder }) => {
  const at = path.join(folder, "new");
  const { page } = await launch({}, at);
  await expect(page.getByRole("heading", { name: "Welcome to Stockdeck" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(fs.statSync(at).mode & 0o777).toBe(0o700);
});

for (const [what, file] of [
  ["what the user made", "user.sqlite"],
  ["the copy", "profiles/default/inventory.sqlite"],
] as const)
  test(
    `the app reports that ${what} comes from a newer version and does not change it`,
    { tag: "@whole" },
    async ({ launch, folder }) => {
      writeFolder(folder);
      const newer = path.join(folder, file);
      const migrations = file === "user.sqlite" ? USER_MIGRATIONS : INVENTORY_MIGRATIONS;
      const { database } = openForWriting(newer, migrations);
      database.exec("PRAGMA user_version = 99");
      database.close();
      const before = fs.readFileSync(newer);
      const launched = await launch();
      await expect(launched.page.getByText("The local data is from a newer Stockdeck").first()).toBeVisible();
      await expect(launched.page.getByText(/Update Stockdeck/).first()).toBeVisible();
      await launched.app.close();
      expect(fs.readFileSync(newer).equals(before)).toBe(true);
    },
  );

test("a moved data folder keeps its rows and key", { tag: "@whole" }, async ({ launch, folder, sample }) => {
  const first = await launch();
  await connect(first.page, sample);
  await first.app.close();
  const elsewhere = path.join(folder, "elsewhere");
  fs.mkdirSync(elsewhere);
  for (const name of ["user.sqlite", "profiles"])
    fs.renameSync(path.join(folder, name), path.join(elsewhere, name));
  const { page } = await launch({}, elsewhere);
  await connected(page);
});

test(
  "a connection copied to another computer shows its rows and asks for a key",
  { tag: "@whole" },
  async ({ launch, folder, sample }) => {
    const first = await launch();
    await connect(first.page, sample);
    await first.app.close();
    const [connectionId = ""] = fs.readdirSync(path.join(folder, "profiles"));
    await osKeychain().delete(connectionId);
    const { page } = await launch();
    await page.getByRole("link", { name: /^Items/ }).click();
    await expect(page.getByTestId("result-count")).toContainText("5,000");
    const banner = page.getByRole("region", { name: "There is no API key." });
    await banner.getByRole("button", { name: "Enter a key" }).click();
    await banner.getByLabel("New API key").fill(sample.key);
    await banner.getByRole("button", { name: "Replace key" }).click();
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
  },
);

test("a message explains a data folder of another user", { tag: "@whole" }, async ({ folder }) => {
  test.skip(SANDBOX.length > 0, "Nothing is refused to root.");
  const foreign = path.join(folder, "foreign");
  fs.mkdirSync(foreign, { mode: 0o500 });
  for (const [args, more, named] of [
    [[`--user-data-dir=${foreign}`], {}, foreign],
    [[], { HOME: "/dev/null", XDG_CONFIG_HOME: undefined }, "/dev/null/.config/Stockdeck"],
  ] as const)
    expect(await saidAtStart(args, more)).toContain(
      `stockdeck: Stockdeck cannot write to its folder, ${named}. Check that it is yours`,
    );
});

test(
  "the app without a keychain keeps the key only for the session",
  { tag: "@whole" },
  async ({ launch, sample }) => {
    const { page } = await launch({ DBUS_SESSION_BUS_ADDRESS: "disabled:" });
    await connect(page, sample);
    await expect(page.getByText("The key is kept for this session only.").first()).toBeVisible();
    await expect(page.getByText(/Install and start a keyring/).first()).toBeVisible();
  },
);

test(
  "the app with a locked keychain shows the rows and asks to unlock it",
  { tag: "@whole" },
  async ({ launch, sample }) => {
    const keyring = await startOwnKeyring();
    try {
      const first = await launch(keyring.environment);
      await connect(first.page, sample);
      await first.app.close();
      keyring.lock();
      const { page } = await launch(keyring.environment);
      await page.getByRole("link", { name: /^Items/ }).click();
      await expect(page.getByTestId("result-count")).toContainText("5,000");
      // A desktop that can request the password does so for a minute at most.
      await expect(
        page.getByText(/It may be asking for a password|The keyring is locked\. Unlock it/),
      ).toBeVisible();
    } finally {
      keyring.end();
    }
  },
);
