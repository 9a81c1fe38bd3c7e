import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { INVENTORY_MIGRATIONS, USER_MIGRATIONS } from "../../../electron/store/database/migrations/index.ts";
import { openForWriting } from "../../../electron/store/database/open-database.ts";
import { ROOT } from "../../helpers/child.ts";
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

test(
  "the app reports that a newer version wrote the user's data, and does not change the data",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    writeFolder(folder);
    const newer = path.join(folder, "user.sqlite");
    const { database } = openForWriting(newer, USER_MIGRATIONS);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = fs.readFileSync(newer);
    const launched = await launch();
    await expect(launched.page.getByText("The local data is from a newer Stockdeck").first()).toBeVisible();
    await launched.app.close();
    expect(fs.readFileSync(newer).equals(before)).toBe(true);
  },
);

test(
  "a message explains that the data folder belongs to another user",
  { tag: "@whole" },
  async ({ folder }) => {
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
  },
);

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
