import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { UserStore } from "../../../electron/store/user-data/user-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { cli } from "./support.ts";

const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: "disabled:" };
const PROFILE = {
  profileId: "one",
  kind: "service",
  baseUrl: "https://inventory.example",
  name: "One",
  colour: "blue",
} as const;

/** A folder as the app leaves it, with one connection and one schedule. */
async function appFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = new UserStore(path.join(folder, "user.sqlite"));
  store.set("profiles", JSON.stringify({ profiles: [PROFILE], current: "one" }));
  store.saveSchedule({
    id: "s",
    profileId: "one",
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

it("removes nothing where the keychain cannot be asked, unless it is told to", async () => {
  const folder = await appFolder();
  const words = ["forget", "--all", "--app-dir", folder];
  const refused = await cli(words, NO_KEYCHAIN);
  expect([refused.code, refused.stdout]).toEqual([7, ""]);
  expect(refused.stderr).toContain("Nothing else was removed");
  expect(fs.readdirSync(folder)).toContain("user.sqlite");
  const done = await cli([...words, "--without-keychain"], NO_KEYCHAIN);
  expect([done.code, done.json]).toEqual([
    0,
    { ok: true, connections: 1, folder, exportFolders: ["/exports"] },
  ]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

it("touches no folder that is not the app's", async () => {
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
    const refused = await cli(words, NO_KEYCHAIN);
    expect([words, refused.code, refused.stdout]).toEqual([words, 2, ""]);
  }
  for (const [name, text] of Object.entries(others))
    expect(fs.readFileSync(path.join(folder, name), "utf8")).toBe(text);
});
