import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../helpers/child.ts";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built app in the form of a packaged app. The program has its own name, and the app is among its resources. */
export class PackagedApp {
  readonly #program: string;
  readonly #home: string;

  /** @param folder for the app and its files. */
  constructor(folder: string) {
    const executable = process.env["STOCKDECK_ELECTRON"] ?? "";
    const runtime = path.dirname(executable);
    const own = path.join(folder, "runtime");
    this.#home = path.join(folder, "home");
    this.#program = path.join(own, "stockdeck");
    for (const made of [this.#home, path.join(own, "resources")]) fs.mkdirSync(made, { recursive: true });
    for (const name of fs.readdirSync(runtime))
      if (name !== "resources" && name !== path.basename(executable))
        fs.symlinkSync(path.join(runtime, name), path.join(own, name));
    linkOrCopy(executable, this.#program);
    fs.symlinkSync(ROOT, path.join(own, "resources", "app"));
  }

  /**
   * Starts the app; it has a display only if `more` has one. It cannot start as root without user namespaces:
   * it would need `--no-sandbox`, which only a mounted AppImage may pass.
   */
  spawn(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const { DISPLAY: _display, STOCKDECK_API_KEY: _key, ...environment } = process.env;
    return spawn(this.#program, args, {
      cwd: this.#home,
      env: {
        ...environment,
        XDG_CONFIG_HOME: this.#home,
        ...more,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  /** Runs it until it ends by itself. */
  async run(args: readonly string[], more?: Readonly<Record<string, string>>): Promise<Ended> {
    const child = this.spawn(args, more);
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (data: Buffer) => (stdout += data.toString()));
    child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
    const limit = setTimeout(() => child.kill("SIGKILL"), 20_000);
    const [code] = (await once(child, "close")) as [number | null];
    clearTimeout(limit);
    return { code, stdout, stderr };
  }
}

/** Electron would follow a symbolic link to the name that it has in development. */
function linkOrCopy(from: string, to: string): void {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
  }
}
