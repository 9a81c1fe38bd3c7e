import { spawnSync } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { cli, serve, syncOf } from "./support.ts";

const mounted = process.platform === "linux" && process.getuid?.() === 0;

// Only root may mount; elsewhere the same refusal of SQLite is tested in test/unit/core/store/inventory-writer.test.ts.
if (mounted && spawnSync("mount", ["--version"]).status === 0) {
  it("a full disk ends a sync with 7 and a clear sentence, leaves no mark, and with space again it converges", async () => {
    const folder = await temporaryFolder();
    const mount = (...options: string[]): number | null => spawnSync("mount", ["-t", "tmpfs", "-o", ["size=1500k", ...options].join(","), "tmpfs", folder]).status;
    if (mount() !== 0) throw new Error("root, but tmpfs cannot be mounted here");
    onTestFinished(() => void spawnSync("umount", ["-l", folder]));
    const service = await serve({ items: 6_000 });
    const full = await cli(syncOf(service, folder));
    expect([full.code, full.json]).toMatchObject([7, { ok: false, error: { kind: "store", message: expect.stringContaining("disk is full") }, mark: null }]);
    expect(full.stderr).not.toMatch(/^\s+at /m);
    spawnSync("mount", ["-o", "remount,size=64m", folder]);
    const again = await cli(syncOf(service, folder));
    expect([again.code, again.json]).toMatchObject([0, { items: { total: 6_000 } }]);
  });
} else {
  it("a full disk cannot be made without root", () => expect(mounted).toBe(false));
}
