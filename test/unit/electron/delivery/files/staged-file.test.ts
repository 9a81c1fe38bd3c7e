import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { stageFile, writeWholeFile } from "../../../../../electron/delivery/files/staged-file.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

async function folderWithFile(): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder();
  const file = path.join(folder, "out.csv");
  fs.writeFileSync(file, "the old one");
  return { folder, file };
}

describe("a staged file", () => {
  it("a staged file of any size replaces the old file in one step", async () => {
    const { folder, file } = await folderWithFile();
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at} äöü\n`);
    const staged = await stageFile(
      file,
      lines.map((line) => Buffer.from(line)),
    );
    expect(fs.readFileSync(file, "utf8")).toBe("the old one");
    await staged.commit();
    const text = lines.join("");
    expect(fs.readFileSync(file, "utf8")).toBe(text);
    expect(staged).toMatchObject({
      bytes: Buffer.byteLength(text),
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    expect(fs.readdirSync(folder)).toEqual(["out.csv"]);
  });

  it("a staged file that fails midway keeps the old file", async () => {
    const { folder, file } = await folderWithFile();
    const lines = function* (): Generator<Uint8Array> {
      yield Buffer.alloc(1_000_000);
      throw new Error("the database went away");
    };
    await expect(stageFile(file, lines())).rejects.toThrow("went away");
    expect(fs.readFileSync(file, "utf8")).toBe("the old one");
    expect(fs.readdirSync(folder)).toEqual(["out.csv"]);
  });

  it("a staged file that cannot be moved leaves no temporary file", async () => {
    const folder = await temporaryFolder();
    fs.mkdirSync(path.join(folder, "taken", "inside"), { recursive: true });
    expect((await errorOf(writeWholeFile(path.join(folder, "taken"), "x"))).kind).toBe("store");
    expect(fs.readdirSync(folder)).toEqual(["taken"]);
  });

  it("a staged file reports a missing folder and does not create it", async () => {
    const folder = await temporaryFolder();
    expect(await errorOf(writeWholeFile(path.join(folder, "missing", "a.csv"), "x"))).toMatchObject({
      kind: "store",
      message: "The folder that the file is to go to does not exist.",
    });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it("a discarded staged file keeps the old file", async () => {
    const { folder, file } = await folderWithFile();
    const staged = await stageFile(file, [Buffer.from("new")]);
    expect(fs.readdirSync(folder)).toHaveLength(2);
    await staged.discard();
    expect([fs.readFileSync(file, "utf8"), fs.readdirSync(folder)]).toEqual(["the old one", ["out.csv"]]);
  });

  it("the next export removes only the temporary files of killed processes", async () => {
    const { folder, file } = await folderWithFile();
    const program = `
      import { stageFile } from ${JSON.stringify(path.resolve("electron/delivery/files/staged-file.ts"))};
      const chunks = async function* () {
        yield Buffer.from("half");
        console.log("begun");
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      };
      await stageFile(${JSON.stringify(file)}, chunks());`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await writeWholeFile(path.join(folder, "other.csv"), "x");
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".part"))).toHaveLength(1);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect(fs.readdirSync(folder).filter((name) => name.endsWith(".part"))).toHaveLength(1);
    await writeWholeFile(path.join(folder, "other.csv"), "y");
    expect(fs.readdirSync(folder).toSorted()).toEqual(["other.csv", "out.csv"]);
    expect(fs.readFileSync(file, "utf8")).toBe("the old one");
  });
});
