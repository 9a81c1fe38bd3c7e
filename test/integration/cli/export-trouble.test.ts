import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { cli, serve, start, syncOf } from "./support.ts";

async function synced(items: number): Promise<string> {
  const folder = await temporaryFolder();
  const { code, stderr } = await cli(syncOf(await serve({ items }), folder));
  expect([code, stderr]).toMatchObject([0, expect.any(String)]);
  return folder;
}

const words = (folder: string, format: string, out: string): string[] => [
  "export",
  "--data-dir",
  folder,
  "--resource",
  "items",
  "--format",
  format,
  "--out",
  out,
];

describe("an export to a path that is not an ordinary file", () => {
  it("an export over something that is not an ordinary file exits with 7 and gives the reason", async () => {
    const folder = await synced(20);
    const target = path.join(await temporaryFolder(), "folder");
    fs.mkdirSync(target);
    const { code, stdout, stderr } = await cli(words(folder, "csv", target));
    expect([code, stdout]).toEqual([7, ""]);
    expect(stderr).toMatch(/^stockdeck: The file is not written\. [^\n]+\n$/);
  });

  it("an export to Stockdeck's own databases exits with 7 and does not change them", async () => {
    const folder = path.join(await temporaryFolder(), "profiles", "p");
    expect((await cli(syncOf(await serve({ items: 20 }), folder))).code).toBe(0);
    const user = path.join(folder, "..", "..", "user.sqlite");
    fs.writeFileSync(user, "mine");
    const other = path.join(folder, "..", "q", "inventory.sqlite");
    fs.mkdirSync(path.dirname(other));
    fs.writeFileSync(other, "another connection's");
    const link = path.join(await temporaryFolder(), "link.csv");
    fs.symlinkSync(path.join(folder, "inventory.sqlite"), link);
    for (const out of [
      path.join(folder, "inventory.sqlite"),
      link,
      path.join(folder, "sync.lock"),
      user,
      other,
    ]) {
      const { code, stdout, stderr } = await cli(words(folder, "csv", out));
      expect([out, code, stdout]).toEqual([out, 7, ""]);
      expect(stderr).toMatch(/^stockdeck: The file is not written\. [^\n]+ Stockdeck’s own\. [^\n]+\n$/);
    }
    expect(fs.readFileSync(user, "utf8")).toBe("mine");
    expect((await cli(["status", "--data-dir", folder])).json).toMatchObject({ totals: { items: 20 } });
    // A file with the same name in another folder is an ordinary file.
    const elsewhere = path.join(await temporaryFolder(), "inventory.sqlite");
    expect((await cli(words(folder, "csv", elsewhere))).code).toBe(0);
  });
});

describe("an export of an incomplete copy", () => {
  it("an export after an interrupted first pull reports missing rows and exits with 0", async () => {
    const service = await serve({ items: 600 });
    const folder = await temporaryFolder();
    service.setFaults({ onlyPath: "/inventory/items", skipRequests: 1, serverErrorNext: 50 });
    expect((await cli(syncOf(service, folder))).code).toBe(6);
    const out = path.join(folder, "out.csv");
    const partial = await cli(words(folder, "csv", out));
    expect(partial).toMatchObject({ code: 0, json: { ok: true, complete: false } });
    expect(partial.json.rows).toBeLessThan(600);
    expect(partial.stderr).toBe(
      "stockdeck: The first pull has not ended, so rows are missing from the file.\n",
    );
    service.setFaults({ serverErrorNext: 0 });
    expect((await cli(syncOf(service, folder))).code).toBe(0);
    const whole = await cli(words(folder, "csv", out));
    expect([whole.code, whole.json.rows, whole.json.complete, whole.stderr]).toEqual([0, 600, undefined, ""]);
  });
});

describe("an export that cannot finish", { tags: ["whole"] }, () => {
  it.each(["csv", "xlsx"])("an export to a full disk keeps the old %s and exits with 7", async (format) => {
    const folder = await synced(20_000);
    const small = await temporaryFolder();
    const mounting = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]);
    if (mounting.status !== 0) {
      // Only a privileged root may mount a disk. Without that, only staged-file.test.ts tests the effects of
      // a failed write.
      console.info("no small disk can be mounted here: the full disk is not tested by process");
      expect(mounting.status).not.toBe(0);
      return;
    }
    onTestFinished(() => void spawnSync("umount", ["-l", small]));
    const out = path.join(small, `out.${format}`);
    fs.writeFileSync(out, "old");
    const { code, stdout, stderr } = await cli(words(folder, format, out));
    expect([code, stdout]).toEqual([7, ""]);
    expect(stderr).toMatch(/^stockdeck: The disk is full\.[^\n]*\n$/);
    expect([fs.readdirSync(small), fs.readFileSync(out, "utf8")]).toEqual([[path.basename(out)], "old"]);
  });

  it("the next export removes the temporary file of a killed export", async () => {
    const folder = await synced(60_000);
    const target = await temporaryFolder();
    const out = path.join(target, "out.xlsx");
    fs.writeFileSync(out, "old");
    const running = start(words(folder, "xlsx", out));
    await waitUntil(() => fs.readdirSync(target).length === 2, "the temporary file");
    running.child.kill("SIGKILL");
    await running.ended;
    expect(fs.readFileSync(out, "utf8")).toBe("old");
    expect(fs.readdirSync(target)).toHaveLength(2);
    const { code } = await cli(words(folder, "csv", path.join(target, "other.csv")));
    expect([code, fs.readdirSync(target).toSorted()]).toEqual([0, ["other.csv", "out.xlsx"]]);
  });

  it("an export stopped with Ctrl+C exits with 130 and keeps the old file", async () => {
    const folder = await synced(60_000);
    const target = await temporaryFolder();
    const out = path.join(target, "out.xlsx");
    fs.writeFileSync(out, "old");
    const running = start(words(folder, "xlsx", out));
    await waitUntil(() => fs.readdirSync(target).length === 2, "the temporary file");
    running.child.kill("SIGINT");
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([130, "stockdeck: The export was cancelled. No file was changed.\n"]);
    expect([fs.readdirSync(target), fs.readFileSync(out, "utf8")]).toEqual([["out.xlsx"], "old"]);
  });
});
