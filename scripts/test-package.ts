import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureDebianPackages, INSTALLED_PACKAGES } from "./debian.ts";
import { ROOT } from "./root.ts";

/** A machine has one such package and user: another run, from another checkout, waits. */
const ALONE = ["--close", "--wait", "600", "/run/lock/stockdeck-test-package"] as const;
const OUTPUT = path.join(ROOT, "test-results", "package");

/**
 * `npm run test:package`: builds the .deb, inspects it, installs it and runs it as a separate user; then
 * removes both. Needs root on Debian or Ubuntu. ELECTRON_OVERRIDE_DIST_PATH names a runtime for tests.
 */
function testPackage(): number {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    console.error('This installs a package. Run: sudo env "PATH=$PATH" npm run test:package');
    return 1;
  }
  const problem = ensureDebianPackages(INSTALLED_PACKAGES);
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  fs.rmSync(OUTPUT, { recursive: true, force: true });
  // With this compression it is larger than a release, but built in a quarter of the time.
  const fast = [`--config.directories.output=${OUTPUT}`, "--config.deb.compression=gz"];
  const built = run(process.execPath, ["scripts/dist.ts", "--linux", "deb", ...fast]);
  if (built !== 0) return built;
  const deb = fs.readdirSync(OUTPUT).find((name) => name.endsWith(".deb")) ?? "";
  return run(
    "flock",
    [
      ...ALONE,
      "playwright",
      "test",
      "--project=package",
      `--output=${path.join(OUTPUT, "run")}`,
      ...process.argv.slice(2),
    ],
    {
      STOCKDECK_DEB: path.join(OUTPUT, deb),
      STOCKDECK_UNPACKED: path.join(OUTPUT, "linux-unpacked"),
    },
  );
}

function run(command: string, args: readonly string[], more: Record<string, string> = {}): number {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...more },
  });
  return status ?? 1;
}

process.exitCode = testPackage();
