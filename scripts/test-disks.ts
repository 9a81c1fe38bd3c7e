import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Disks for tests of disk failures, by the names of their folders. */
const DISKS = { full: "size=1m", "read-only": "size=1m,ro" } as const;

/** Disks that are mounted. */
export interface TestDisks {
  /** The folder with the disks; null if this user may not mount disks. */
  readonly folder: string | null;
  readonly unmount: () => void;
}

/** Mounts disks for tests that run as a user without the right to mount. */
export function mountTestDisks(): TestDisks {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-disks-"));
  const places = Object.entries(DISKS).map(([name, options]) => ({
    place: path.join(folder, name),
    options,
  }));
  const areMounted = places.map(({ place, options }) => {
    fs.mkdirSync(place);
    return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place]).status === 0;
  });
  return {
    folder: areMounted.every(Boolean) ? folder : null,
    unmount: () => {
      for (const { place } of places) spawnSync("umount", ["-l", place]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
