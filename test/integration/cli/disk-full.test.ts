// @module-tag whole
import { spawnSync } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { withFileSizeLimit } from "../../helpers/file-size-limit.ts";
import { cli, serve, start, syncOf } from "./support.ts";

it("a full disk ends a sync with exit code 7", async () => {
  const folder = await temporaryFolder();
  const mounting = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1500k", "tmpfs", folder]);
  if (mounting.status !== 0) {
    // Only a privileged root may mount a disk. Without that, only inventory-writer.test.ts tests the effects of
    // SQLITE_FULL.
    console.info("no small disk can be mounted here: the full disk is not tested by process");
    expect(mounting.status).not.toBe(0);
    return;
  }
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  const service = await serve({ items: 6_000 });
  const full = await cli(syncOf(service, folder));
  expect([full.code, full.json]).toMatchObject([
    7,
    { ok: false, error: { kind: "store", message: expect.stringContaining("disk is full") }, mark: null },
  ]);
  expect(full.stderr).not.toMatch(/^\s+at /m);
  spawnSync("mount", ["-o", "remount,size=64m", folder]);
  const again = await cli(syncOf(service, folder));
  expect([again.code, again.json]).toMatchObject([0, { items: { total: 6_000 } }]);
});

it("a file size limit ends a sync with exit code 7", async () => {
  const folder = await temporaryFolder();
  const service = await serve({ items: 6_000 });
  // Any user can set this limit; only root can mount a small disk.
  const limited = start(syncOf(service, folder), {}, "ignore", withFileSizeLimit(1_000_000));
  const refused = await limited.ended;
  expect([refused.code, refused.json]).toMatchObject([
    7,
    { ok: false, error: { kind: "store", message: expect.stringContaining("cannot write") }, mark: null },
  ]);
  expect(refused.stderr).not.toMatch(/^\s+at /m);
  const again = await cli(syncOf(service, folder));
  expect([again.code, again.json]).toMatchObject([0, { items: { total: 6_000 } }]);
});
