import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { keepPrivate } from "../../../../electron/base/files.ts";
import { openForWriting } from "../../../../electron/store/database/open-database.ts";
import { lockFolder } from "../../../../electron/sync/folder-lock.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const modeOf = (at: string): string => (fs.lstatSync(at).mode & 0o777).toString(8);
const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true })
      .map((name) => [name, modeOf(path.join(folder, String(name)))]),
  );

it("only the user can read the database files and the lock", async () => {
  const folder = path.join(await temporaryFolder(), "data", "inner");
  const lock = lockFolder(folder);
  const { database } = openForWriting(path.join(folder, "some.sqlite"), ["CREATE TABLE a (b)"]);
  database.exec("INSERT INTO a VALUES (1)");
  expect(modesIn(folder)).toEqual({
    "some.sqlite": "600",
    "some.sqlite-shm": "600",
    "some.sqlite-wal": "600",
    "sync.lock": "600",
    "sync.lock-journal": "600",
  });
  expect([modeOf(folder), modeOf(path.dirname(folder))]).toEqual(["700", "700"]);
  database.close();
  lock.release();
});

it("a refused second lock by the same process keeps the first lock", async () => {
  const folder = await temporaryFolder();
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/one process at a time/);
  const module = new URL("../../../../electron/sync/folder-lock.ts", import.meta.url).href;
  const script = `import { lockFolder } from ${JSON.stringify(module)};
    try { lockFolder(${JSON.stringify(folder)}); console.log("locked"); } catch (thrown) { console.log(thrown.message); }`;
  const elsewhere = execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  expect(elsewhere).toMatch(/one process at a time/);
  lock.release();
});

it("the start removes other users' access to files and follows no link", async () => {
  const root = await temporaryFolder();
  const outside = path.join(root, "outside");
  fs.writeFileSync(outside, "", { mode: 0o644 });
  const folder = path.join(root, "data");
  fs.mkdirSync(path.join(folder, "profiles", "p"), { recursive: true, mode: 0o755 });
  fs.writeFileSync(path.join(folder, "profiles", "p", "inventory.sqlite"), "", { mode: 0o644 });
  fs.symlinkSync(outside, path.join(folder, "link"));
  await keepPrivate(folder);
  expect(modeOf(folder)).toBe("700");
  expect(modesIn(folder)).toMatchObject({
    profiles: "700",
    "profiles/p": "700",
    "profiles/p/inventory.sqlite": "600",
  });
  expect(modeOf(outside)).toBe("644");
});
