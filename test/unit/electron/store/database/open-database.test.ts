import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openForReading, openForWriting } from "../../../../../electron/store/database/open-database.ts";
import { limitFileSize } from "../../../../helpers/file-size-limit.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const MIGRATIONS = ["CREATE TABLE t (a)"];

/** Creates a database, and opens it again for reading and for writing after `fill`. @returns the errors. */
function failuresIn(folder: string, fill: () => void): readonly unknown[] {
  const file = path.join(folder, "a.sqlite");
  openForWriting(file, MIGRATIONS).database.close();
  fill();
  return [openForWriting, openForReading].map((open) => {
    try {
      return open(file, MIGRATIONS);
    } catch (thrown) {
      return thrown;
    }
  });
}

it("a database that the system write-protects is not opened, and the error says so", async () => {
  const failures = failuresIn(await temporaryFolder(), () => limitFileSize(0));
  limitFileSize("unlimited");
  const failure = { error: { kind: "store", reason: "not_writable" } };
  expect(failures).toMatchObject([failure, failure]);
});

it("opening a database on a full disk fails with the full disk as the reason", async () => {
  const folder = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]).status !== 0) {
    console.info("no small disk can be mounted here: opening on a full disk is not tested");
    return;
  }
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  const failures = failuresIn(folder, () => {
    spawnSync("dd", ["if=/dev/zero", `of=${path.join(folder, "ballast")}`, "bs=1k"], { stdio: "ignore" });
  });
  const failure = { error: { kind: "store", reason: "full" } };
  expect(failures).toMatchObject([failure, failure]);
  fs.rmSync(path.join(folder, "ballast"));
  openForWriting(path.join(folder, "a.sqlite"), MIGRATIONS).database.close();
});
