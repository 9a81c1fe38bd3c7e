import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { viewLink, viewFileText } from "../../../shared/features/views/view-share.ts";
import type { SharedView } from "../../../shared/features/views/view-share.ts";
import {
  addUser,
  asOlderVersion,
  asRoot,
  DESKTOP_ENTRY,
  HOME,
  install,
  installedVersion,
  processesOf,
  remove,
  removeAll,
  Session,
} from "./machine.ts";

const DEB = process.env["STOCKDECK_DEB"] ?? "";
const APP_DATA = path.join(HOME, ".config", "Stockdeck");
const VIEW_FILE = path.join(HOME, "Foils.stockdeck-view.json");
const ITEMS = 2_000;

/** State that earlier tests keep for later tests, because all tests follow one installation. */
let session: Session;
let older: string;
let folder: string;
let sample: { readonly url: string; readonly key: string };

test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(() => {
  if (!fs.existsSync(DEB)) throw new Error("STOCKDECK_DEB names no package; run npm run test:package");
  addUser();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-package-"));
  fs.chmodSync(folder, 0o755);
});

test.afterAll(() => {
  removeAll();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** The data folder of the only connection. */
function connectionFolder(): string {
  const connections = path.join(APP_DATA, "profiles");
  const [id] = fs.existsSync(connections) ? fs.readdirSync(connections) : [];
  return path.join(connections, id ?? "none");
}

function status(dataFolder: string): {
  readonly totals?: { readonly items: number };
  readonly lastPass?: string;
} {
  const { stdout } = session.headless(["status", "--data-dir", dataFolder]);
  return JSON.parse(stdout || "{}") as ReturnType<typeof status>;
}

function view(name: string, search: string): SharedView {
  return {
    resource: "items",
    name,
    definition: { version: 1, minor: 0, search, filters: [], sort: [] },
  };
}

async function quit(): Promise<void> {
  session.press("ctrl+q");
  await expect.poll(() => processesOf("--type=renderer"), { timeout: 15_000 }).toEqual([]);
}

test("an earlier version can be installed, and its desktop, MIME and AppStream files are valid", async () => {
  older = asOlderVersion(DEB, folder);
  install(older);
  expect(installedVersion()).toBe("0.0.1");
  // For systems without user namespaces.
  expect(fs.statSync("/opt/Stockdeck/chrome-sandbox").mode & 0o7777).toBe(0o4755);
  asRoot("desktop-file-validate", DESKTOP_ENTRY);
  asRoot("appstreamcli", "validate", "--no-net", "/usr/share/metainfo/dev.stockdeck.app.metainfo.xml");
  expect(asRoot("cat", "/usr/share/applications/mimeinfo.cache")).toContain(
    "x-scheme-handler/stockdeck=dev.stockdeck.app.desktop",
  );
  session = await Session.begin();
  fs.writeFileSync(VIEW_FILE, viewFileText(view("Foils", "foil")));
  const kind = session.run(["gio", "info", "--attributes=standard::content-type", VIEW_FILE]).stdout;
  expect(kind).toContain("application/vnd.stockdeck.view+json");
});

test("a normal user pulls, reads and exports by command line without a display", async () => {
  const service = session.spawn(["stockdeck", "--headless", "serve-sample", "--items", String(ITEMS)]);
  const [line] = (await once(service.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  sample = JSON.parse(line.toString()) as typeof sample;
  const data = path.join(HOME, "data");
  const words = ["sync", "--base-url", sample.url, "--data-dir", data];
  const pulled = session.headless(words, ["DISPLAY=", `STOCKDECK_API_KEY=${sample.key}`]);
  expect([pulled.code, JSON.parse(pulled.stdout)]).toMatchObject([0, { ok: true, items: { total: ITEMS } }]);
  const out = path.join(HOME, "items.csv");
  const exported = session.headless(
    ["export", "--data-dir", data, "--resource", "items", "--format", "csv", "--out", out],
    ["DISPLAY="],
  );
  expect(exported.code).toBe(0);
  expect(fs.readFileSync(out, "utf8").trim().split("\n")).toHaveLength(ITEMS + 1);
});

test("the desktop entry opens a window that connects with the typed address and key", async ({}, info) => {
  session.startFromDesktop();
  await expect.poll(() => session.windowNames(), { timeout: 20_000 }).toEqual(["Stockdeck"]);
  // The name by which the desktop matches the entry and its window.
  const entry = fs.readFileSync(DESKTOP_ENTRY, "utf8");
  const [, wmClass = ""] = /^StartupWMClass=(.*)$/m.exec(entry) ?? [];
  expect(session.run(["xdotool", "search", "--onlyvisible", "--class", `^${wmClass}$`]).code).toBe(0);
  await session.stillness();
  session.press("Tab");
  session.type(sample.url);
  session.press("Tab");
  session.type(sample.key);
  session.press("Return");
  await expect.poll(() => session.windowNames().join(), { timeout: 20_000 }).toMatch(/^Overview – 127/);
  await expect.poll(() => status(connectionFolder()).totals?.items, { timeout: 30_000 }).toBe(ITEMS);
  fs.writeFileSync(info.outputPath("connected.png"), session.picture());
});

test("the pages of the installed app run in the Chromium sandbox", () => {
  const namespaces = (pid: number | string): string[] =>
    ["user", "pid", "net"].map((kind) => fs.readlinkSync(`/proc/${pid}/ns/${kind}`));
  const pages = processesOf("--type=renderer");
  expect(pages.length).toBeGreaterThan(0);
  for (const pid of pages) {
    expect(fs.readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^Seccomp:\s+2$/m);
    // The sandbox uses user namespaces, or the setuid program that creates the other two namespaces.
    expect(namespaces(pid).slice(1)).not.toEqual(namespaces("self").slice(1));
    expect(fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toContain("--no-sandbox");
  }
});

test("a link opened from the desktop shows its view in the window", async ({}, info) => {
  const link = viewLink(view("Films", "film")) ?? "";
  const exportView = (): number | null =>
    session.headless(
      ["export", "--data-dir", connectionFolder(), "--resource", "items", "--view", "Films"].concat([
        "--format",
        "csv",
        "--out",
        path.join(HOME, "films.csv"),
      ]),
    ).code;
  expect(exportView()).not.toBe(0);
  await expect(async () => {
    session.run(["xdg-open", link]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    fs.writeFileSync(info.outputPath("import.png"), session.picture());
    // From the button that closes the dialog, Shift+Tab leads to its last button, which adds the view.
    session.press("shift+Tab", "Return");
    await expect.poll(() => session.windowNames().join(), { timeout: 5_000 }).toMatch(/^Films – /);
  }).toPass({ timeout: 60_000 });
  expect(exportView()).toBe(0);
  expect(session.windowNames()).toHaveLength(1);
});

test("a view file opened from the desktop shows its view in the window", async () => {
  await expect(async () => {
    session.run(["gio", "open", VIEW_FILE]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    session.press("shift+Tab", "Return");
    await expect.poll(() => session.windowNames().join(), { timeout: 5_000 }).toMatch(/^Foils – /);
  }).toPass({ timeout: 60_000 });
  expect(session.windowNames()).toHaveLength(1);
  await quit();
});

test("an upgrade keeps data, views and the key in the keyring", async ({}, info) => {
  const before = status(connectionFolder());
  install(DEB);
  expect(installedVersion()).not.toBe("0.0.1");
  session.startFromDesktop();
  await expect.poll(() => session.windowNames().join(), { timeout: 20_000 }).toMatch(/^Foils – /);
  // A new pass shows that the key was found.
  await expect.poll(() => status(connectionFolder()).lastPass, { timeout: 30_000 }).not.toBe(before.lastPass);
  expect(status(connectionFolder()).totals).toEqual(before.totals);
  fs.writeFileSync(info.outputPath("upgraded.png"), session.picture());
  await quit();
  const words = ["sync", "--base-url", sample.url, "--data-dir", connectionFolder()];
  expect(session.headless(words).code).toBe(0);
});

test("only the keyring contains the key, in encrypted form", () => {
  const found = session.run(["grep", "--recursive", "--files-with-matches", "--text", sample.key, HOME]);
  expect(found.stdout).toBe("");
});

test("removing the package keeps the data and prints the data folder", () => {
  const said = remove();
  expect(said).toContain("Data of its users stay in ~/.config/Stockdeck");
  expect(installedVersion()).toBeNull();
  for (const gone of ["/opt/Stockdeck", "/usr/bin/stockdeck", DESKTOP_ENTRY, "/etc/apparmor.d/stockdeck"])
    expect([gone, fs.lstatSync(gone, { throwIfNoEntry: false })]).toEqual([gone, undefined]);
  expect(asRoot("cat", "/usr/share/applications/mimeinfo.cache")).not.toContain("stockdeck");
  expect(fs.existsSync(path.join(connectionFolder(), "inventory.sqlite"))).toBe(true);
});
