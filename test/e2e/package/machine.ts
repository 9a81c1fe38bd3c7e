import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";

/** The user of these tests: neither root nor an existing user of the machine. */
const USER = "stockdeck-test";
export const HOME = `/home/${USER}`;
const PACKAGE = "stockdeck";
/** Another program may be installing packages. */
const APT = ["--yes", "--quiet", "--option=DPkg::Lock::Timeout=60"] as const;
export const DESKTOP_ENTRY = "/usr/share/applications/dev.stockdeck.app.desktop";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as root. @returns its output. @throws Error if it fails. */
export function asRoot(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

/** Removes the package, as a user of the machine would. @returns the output. */
export function remove(): string {
  return asRoot("apt-get", ...APT, "remove", PACKAGE);
}

/** The installed version; null if the package is not installed. */
export function installedVersion(): string | null {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f=${Status} ${Version}", PACKAGE], {
    encoding: "utf8",
  });
  return /^install ok installed (.+)$/.exec(stdout)?.[1] ?? null;
}

/** Installs a .deb with its dependencies. */
export function install(deb: string): void {
  asRoot("apt-get", ...APT, "install", "--no-install-recommends", deb);
}

/** Makes a package with an earlier version number, because no earlier version has been released. */
export function asOlderVersion(deb: string, folder: string): string {
  const tree = path.join(folder, "older");
  asRoot("dpkg-deb", "--raw-extract", deb, tree);
  const control = path.join(tree, "DEBIAN", "control");
  fs.writeFileSync(control, fs.readFileSync(control, "utf8").replace(/^Version: .*$/m, "Version: 0.0.1"));
  const older = path.join(folder, "older.deb");
  asRoot("dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, older);
  fs.rmSync(tree, { recursive: true });
  return older;
}

/**
 * Creates the user, without files of earlier tests.
 * @throws Error if the machine has a Stockdeck that no test installed.
 */
export function addUser(): void {
  const isLeft = fs.existsSync(HOME);
  if (installedVersion() !== null && !isLeft)
    throw new Error("Stockdeck is installed on this machine. These tests would remove it.");
  removeAll();
  asRoot("useradd", "--create-home", "--shell", "/bin/bash", USER);
}

/** Removes the package, the processes and the user. */
export function removeAll(): void {
  spawnSync("apt-get", [...APT, "purge", PACKAGE], { stdio: "ignore" });
  // The display ends after a signal, and then removes its socket.
  spawnSync("pkill", ["-TERM", "-u", USER], { stdio: "ignore" });
  spawnSync("sleep", ["1"]);
  spawnSync("pkill", ["-KILL", "-u", USER], { stdio: "ignore" });
  spawnSync("userdel", ["--remove", "--force", USER], { stdio: "ignore" });
}

/** A desktop session of the user, without a screen (session.sh). */
export class Session {
  readonly #environment: readonly string[];

  private constructor(environment: readonly string[]) {
    this.#environment = environment;
  }

  static async begin(): Promise<Session> {
    const [script, file] = [path.join(HOME, "session.sh"), path.join(HOME, "session.env")];
    fs.copyFileSync(path.join(import.meta.dirname, "session.sh"), script);
    fs.chmodSync(script, 0o755);
    const clean = ["env", "-i", `HOME=${HOME}`, `USER=${USER}`, "PATH=/usr/bin:/bin", "LANG=C.UTF-8"];
    spawn("runuser", ["-u", USER, "--", ...clean, script, file], { cwd: HOME, stdio: "ignore" });
    await expect.poll(() => fs.existsSync(file), { timeout: 20_000 }).toBe(true);
    return new Session(fs.readFileSync(file, "utf8").split("\0").filter(Boolean));
  }

  /** Begins a command as the user. @param more further variables of the environment. */
  spawn(command: readonly string[], more: readonly string[] = []): ChildProcess {
    const args = ["-u", USER, "--", "env", "-i", ...this.#environment, ...more, ...command];
    return spawn("runuser", args, { cwd: HOME, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Runs a command as the user until it ends by itself. */
  run(command: readonly string[], more: readonly string[] = []): Ended {
    const args = ["-u", USER, "--", "env", "-i", ...this.#environment, ...more, ...command];
    const { status, stdout, stderr } = spawnSync("runuser", args, {
      cwd: HOME,
      encoding: "utf8",
      timeout: 60_000,
    });
    return { code: status, stdout, stderr };
  }

  /** A command of the installed app, without a window. */
  headless(words: readonly string[], more?: readonly string[]): Ended {
    return this.run(["stockdeck", "--headless", ...words], more);
  }

  /** Starts the app as a desktop does, by its desktop entry. */
  startFromDesktop(): void {
    this.spawn(["gio", "launch", DESKTOP_ENTRY]).unref();
  }

  /** The names of the windows on the display. */
  windowNames(): string[] {
    const ids = this.run(["xdotool", "search", "--onlyvisible", "--class", "^stockdeck$"]).stdout.split("\n");
    return ids.filter(Boolean).map((id) => this.run(["xdotool", "getwindowname", id]).stdout.trim());
  }

  press(...keys: readonly string[]): void {
    this.run(["xdotool", "key", "--delay", "50", ...keys]);
  }

  type(text: string): void {
    this.run(["xdotool", "type", "--delay", "10", text]);
  }

  /** A picture of the display. */
  picture(): Buffer {
    const file = path.join(HOME, "picture.png");
    this.run(["scrot", "--overwrite", file]);
    return fs.readFileSync(file);
  }

  /** Waits until the display has not changed for a second: the page is loaded and idle. */
  async stillness(): Promise<void> {
    let before = this.picture();
    const isStill = async (): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const now = this.picture();
      const still = now.equals(before);
      before = now;
      return still;
    };
    await expect.poll(isStill, { timeout: 20_000 }).toBe(true);
  }
}

/** The processes of the installed app whose command line contains a text. */
export function processesOf(text: string): number[] {
  const { stdout } = spawnSync("pgrep", ["-u", USER, "-f", `^/opt/Stockdeck/stockdeck.*${text}`], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter(Boolean).map(Number);
}
