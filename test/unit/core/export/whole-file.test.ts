import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { writeWholeFile } from "../../../../electron/core/export/whole-file.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

async function folderWithFile(): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "out.csv");
  fs.writeFileSync(file, "the old one");
  return { folder, file };
}

describe("writeWholeFile", () => {
  it("replaces the old file by all of the new one, however large", async () => {
    const { folder, file } = await folderWithFile();
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at} äöü\n`);
    await writeWholeFile(file, lines);
    expect(fs.readFileSync(file, "utf8")).toBe(lines.join(""));
    expect(fs.readdirSync(folder)).toEqual(["out.csv"]);
  });

  it("leaves the old file and no litter where the lines fail in the middle", async () => {
    const { folder, file } = await folderWithFile();
    const lines = function* (): Generator<string> {
      yield "x".repeat(1_000_000);
      throw new Error("the database went away");
    };
    await expect(writeWholeFile(file, lines())).rejects.toThrow("went away");
    expect(fs.readFileSync(file, "utf8")).toBe("the old one");
    expect(fs.readdirSync(folder)).toEqual(["out.csv"]);
  });

  it("leaves no litter where the file cannot be put in its place", async () => {
    const folder = await temporaryFolder();
    fs.mkdirSync(path.join(folder, "taken", "inside"), { recursive: true });
    expect((await errorOf(writeWholeFile(path.join(folder, "taken"), ["x"]))).kind).toBe("store");
    expect(fs.readdirSync(folder)).toEqual(["taken"]);
  });

  it("fails as local data where the folder is missing, and makes none", async () => {
    const folder = await temporaryFolder();
    expect((await errorOf(writeWholeFile(path.join(folder, "missing", "a.csv"), ["x"]))).kind).toBe("store");
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});
