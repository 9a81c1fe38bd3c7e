import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { runCommandLine } from "../../../electron/hosts/cli/command-line.ts";
import { processTerminal } from "../../../electron/hosts/cli/terminal.ts";
import { makeUserStore } from "../../../electron/hosts/core/user-store.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { cliProcess } from "./support.ts";

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: "disabled:" };
const CONNECTION_ID = {
  connectionId: "one",
  kind: "service",
  baseUrl: "https://inventory.example",
  name: "One",
  colour: "blue",
} as const;

/** A folder as the app leaves it, with one connection and one schedule. */
async function appFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = makeUserStore(path.join(folder, "user.sqlite"));
  store.set("connections", JSON.stringify({ connections: [CONNECTION_ID], current: "one" }));
  store.saveSchedule({
    id: "s",
    connectionId: "one",
    createdAt: 1,
    plan: "{}",
    folder: "/exports",
    paused: 0,
    anchor: 1,
    settledUntil: 1,
    last: null,
    failure: null,
  });
  store.close();
  fs.mkdirSync(path.join(folder, "profiles", "one"), { recursive: true });
  return folder;
}

it("`forget` removes nothing if the keychain is unreadable, unless forced by an option", async () => {
  const folder = await appFolder();
  const words = ["forget", "--all", "--app-dir", folder];
  const refused = await cliProcess(words, NO_KEYCHAIN);
  expect([refused.code, refused.stdout]).toEqual([7, ""]);
  expect(refused.stderr).toContain("Nothing else was removed");
  expect(fs.readdirSync(folder)).toContain("user.sqlite");
  const done = await cliProcess([...words, "--without-keychain"], NO_KEYCHAIN);
  expect([done.code, done.json]).toEqual([
    0,
    { ok: true, connections: 1, folder, exportFolders: ["/exports"] },
  ]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

it("`forget` continues with a damaged database and reports data that may remain", async () => {
  const folder = await appFolder();
  const file = path.join(folder, "user.sqlite");
  const bytes = fs.readFileSync(file);
  // The first page, which has the version, stays intact.
  bytes.fill(0xff, 8_192);
  fs.writeFileSync(file, bytes);
  const [said, results]: [string[], string[]] = [[], []];
  const app = { folder, inUse: path.join(folder, "headless"), claim: () => true };
  const terminal = {
    ...processTerminal(AbortSignal.abort(), NO_POLICY, undefined, app),
    out: (line: string) => void results.push(line),
    progress: (line: string) => void said.push(line),
  };
  fs.mkdirSync(app.inUse);
  const claimed = { ...terminal, app: { ...app, claim: () => false } };
  expect(await runCommandLine(["forget", "--all", "--without-keychain"], claimed)).toBe(7);
  expect(fs.readdirSync(folder)).toContain("user.sqlite");
  expect(await runCommandLine(["forget", "--all", "--without-keychain"], terminal)).toBe(0);
  expect(said.at(-1)).toBe(
    "stockdeck: user.sqlite could not be read; keys of connections without a local copy may remain.",
  );
  expect(JSON.parse(results[0] ?? "")).toMatchObject({ ok: true, connections: 1 });
  expect(fs.readdirSync(folder)).toEqual(["headless"]);
  // Forgetting an empty folder is no failure.
  expect(await runCommandLine(["forget", "--all", "--without-keychain"], terminal)).toBe(0);
});

it("`forget` does not change folders of other programs", async () => {
  const folder = await temporaryFolder();
  const others = { "user.sqlite": "not a database", "letter.txt": "Dear Anna" };
  for (const [name, text] of Object.entries(others)) fs.writeFileSync(path.join(folder, name), text);
  fs.mkdirSync(path.join(folder, "profiles", "one"), { recursive: true });
  for (const words of [
    ["forget", "--all", "--app-dir", folder, "--without-keychain"],
    ["forget", "--app-dir", folder],
    ["forget", "--all"],
    ["forget", "--all", "--app-dir", path.join(folder, "nowhere")],
  ]) {
    const refused = await cliProcess(words, NO_KEYCHAIN);
    expect([words, refused.code, refused.stdout]).toEqual([words, 2, ""]);
  }
  for (const [name, text] of Object.entries(others))
    expect(fs.readFileSync(path.join(folder, name), "utf8")).toBe(text);
});
