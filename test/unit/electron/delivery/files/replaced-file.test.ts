import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stageFile, writeWholeFile } from "../../../../../electron/delivery/files/staged-file.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const modeOf = (file: string): string => (fs.statSync(file).mode & 0o7777).toString(8);
/** Only root can give a file to another user and run as that user. */
const isRoot = process.getuid?.() === 0;

describe("a replaced file", () => {
  it.each([0o600, 0o640, 0o664, 0o666, 0o755])("a replaced file keeps its mode %o", async (mode) => {
    const file = path.join(await temporaryFolder(), "out.csv");
    fs.writeFileSync(file, "old");
    fs.chmodSync(file, mode);
    await writeWholeFile(file, "new");
    expect([fs.readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", mode.toString(8)]);
  });

  it("other users cannot read the temporary file that replaces a private file", async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, "out.csv");
    fs.writeFileSync(file, "old", { mode: 0o600 });
    const staged = await stageFile(file, [Buffer.from("new")]);
    const part = fs.readdirSync(folder).find((name) => name.endsWith(".part")) ?? "";
    expect(modeOf(path.join(folder, part))).toBe("600");
    await staged.discard();
  });

  it.runIf(isRoot)("a file replaced by root keeps its owner and group", async () => {
    const file = path.join(await temporaryFolder(), "out.csv");
    fs.writeFileSync(file, "old");
    fs.chownSync(file, 1234, 2345);
    fs.chmodSync(file, 0o640);
    await writeWholeFile(file, "new");
    expect(fs.statSync(file)).toMatchObject({ uid: 1234, gid: 2345 });
    expect([fs.readFileSync(file, "utf8"), modeOf(file)]).toEqual(["new", "640"]);
  });

  it.runIf(isRoot)("a file is not replaced if the new file would lose the owner", async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, "out.csv");
    fs.writeFileSync(file, "old");
    fs.chmodSync(file, 0o666);
    fs.chmodSync(folder, 0o777);
    const module = path.resolve("electron/delivery/files/staged-file.ts");
    const program = `const { writeWholeFile } = await import(${JSON.stringify(module)});
      process.setgid(65534); process.setuid(65534);
      await writeWholeFile(${JSON.stringify(file)}, "new").catch((thrown) => console.log(thrown.message));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
    });
    expect(stdout).toContain("belongs to another user");
    expect([fs.readFileSync(file, "utf8"), fs.readdirSync(folder)]).toEqual(["old", ["out.csv"]]);
  });

  it.each([
    ["a link", ["link"]],
    ["a chain of links", ["link", "link-2", "deeper/link-3"]],
  ])("a write through %s replaces the target and keeps each link", async (_what, links) => {
    const folder = await temporaryFolder();
    fs.mkdirSync(path.join(folder, "deeper"));
    fs.mkdirSync(path.join(folder, "data"));
    const file = path.join(folder, "data", "out.csv");
    for (const content of ["old", null]) {
      fs.rmSync(file, { force: true });
      if (content !== null) fs.writeFileSync(file, content, { mode: 0o640 });
      let target = file;
      for (const name of links.toReversed()) {
        const link = path.join(folder, name);
        fs.rmSync(link, { force: true });
        // The target is relative to the link's folder.
        fs.symlinkSync(path.relative(path.dirname(link), target), link);
        target = link;
      }
      await writeWholeFile(target, "new");
      expect(fs.readFileSync(file, "utf8")).toBe("new");
      expect(links.every((name) => fs.lstatSync(path.join(folder, name)).isSymbolicLink())).toBe(true);
      expect(fs.readdirSync(path.join(folder, "data"))).toEqual(["out.csv"]);
      if (content !== null) expect(modeOf(file)).toBe("640");
    }
  });

  it("a write replaces a file in a folder behind a link", async () => {
    const folder = await temporaryFolder();
    fs.mkdirSync(path.join(folder, "real", "in"), { recursive: true });
    fs.symlinkSync("real/in", path.join(folder, "link"));
    fs.symlinkSync("../out.csv", path.join(folder, "real", "in", "up"));
    await writeWholeFile(path.join(folder, "link", "up"), "new");
    expect(fs.readFileSync(path.join(folder, "real", "out.csv"), "utf8")).toBe("new");
  });
});

describe("exports to an unsuitable path", () => {
  async function refused(file: string): Promise<string> {
    const folder = path.dirname(file);
    const before = fs.readdirSync(folder);
    const error = await errorOf(writeWholeFile(file, "new"));
    expect(error).toMatchObject({ kind: "store", reason: "other" });
    expect(fs.readdirSync(folder)).toEqual(before);
    return error.message;
  }

  it("an export does not overwrite a pipe or a link to a pipe", async () => {
    const pipe = path.join(await temporaryFolder(), "pipe");
    spawnSync("mkfifo", [pipe]);
    const link = path.join(await temporaryFolder(), "link");
    fs.symlinkSync(pipe, link);
    for (const file of [pipe, link]) expect(await refused(file)).toContain("a pipe");
    expect(fs.statSync(pipe).isFIFO()).toBe(true);
  });

  it("an export does not overwrite a socket", async () => {
    const file = path.join(await temporaryFolder(), "socket");
    const server = net.createServer().listen(file);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    expect(await refused(file)).toContain("a socket");
  });

  it("an export does not overwrite a device or a link to a device", async () => {
    const link = path.join(await temporaryFolder(), "link");
    fs.symlinkSync("/dev/null", link);
    expect(await refused(link)).toContain("a device");
    expect((await errorOf(writeWholeFile("/dev/null", "new"))).message).toContain("a device");
    expect(fs.statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it("an export does not overwrite a folder", async () => {
    const file = path.join(await temporaryFolder(), "taken");
    fs.mkdirSync(file);
    expect(await refused(file)).toContain("a folder");
  });

  it.each([0o444, 0o400, 0o555])(
    "an export does not overwrite a read-only file of mode %o, even as root",
    async (mode) => {
      const file = path.join(await temporaryFolder(), "out.csv");
      fs.writeFileSync(file, "old");
      fs.chmodSync(file, mode);
      const link = path.join(await temporaryFolder(), "link");
      fs.symlinkSync(file, link);
      for (const out of [file, link]) expect(await refused(out)).toContain("read-only");
      expect([fs.readFileSync(file, "utf8"), modeOf(file)]).toEqual(["old", mode.toString(8)]);
    },
  );

  it.each([
    ["to itself", ["a"], "a"],
    ["to each other", ["a", "b"], "b"],
  ])("an export does not follow links that lead %s", async (_what, names, last) => {
    const folder = await temporaryFolder();
    for (const [at, name] of names.entries())
      fs.symlinkSync(names[(at + 1) % names.length] ?? "", path.join(folder, name));
    expect(await refused(path.join(folder, last))).toContain("lead to each other");
  });

  it("an export fails if a pipe replaces the file during the export", async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, "out.csv");
    fs.writeFileSync(file, "old");
    const staged = await stageFile(file, [Buffer.from("new")]);
    fs.rmSync(file);
    spawnSync("mkfifo", [file]);
    expect((await errorOf(staged.commit())).message).toContain("a pipe");
    expect(fs.readdirSync(folder)).toEqual(["out.csv"]);
  });
});
