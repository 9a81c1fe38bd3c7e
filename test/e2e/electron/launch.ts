import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, test as base, type ElectronApplication, type Page } from "@playwright/test";
import { ROOT } from "../../helpers/child.ts";
import { ownBusName } from "../../helpers/own-bus-name.ts";
import { startSampleProcess, type SampleProcess } from "../../helpers/sample-process.ts";

/** The built app in a real Electron. */
export interface LaunchedApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

interface Fixtures {
  /** A data folder of this test's own. */
  readonly folder: string;
  /** A real sample service with 5,000 items. */
  readonly sample: SampleProcess;
  /** A desktop that shows icons in a tray; if it is not used, the tests have no tray. */
  readonly desktopTray: undefined;
  /**
   * Starts the app, with or without a window, and closes it after the test.
   * @param more variables of the environment.
   */
  readonly startApp: (
    args: readonly string[],
    more?: Readonly<Record<string, string>>,
    at?: string,
  ) => Promise<ElectronApplication>;
  /**
   * Starts the app with a window, and closes it after the test.
   * @param more variables of the environment.
   * @param at the app's folder, by default the test's folder.
   */
  readonly launch: (more?: Readonly<Record<string, string>>, at?: string) => Promise<LaunchedApp>;
}

/** Chromium has no sandbox for root. `npm test` runs these tests as a user without rights, with the sandbox on. */
export const SANDBOX: readonly string[] = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/** Starts the built app over a folder, with or without a window. */
function launchApp(
  args: readonly string[],
  more: Readonly<Record<string, string>>,
  folder: string,
): Promise<ElectronApplication> {
  const executablePath = process.env["STOCKDECK_ELECTRON"];
  if (!executablePath) throw new Error("STOCKDECK_ELECTRON is not set; run these tests by npm test");
  return _electron.launch({
    executablePath,
    // Playwright turns the sandbox off by default.
    chromiumSandbox: SANDBOX.length === 0,
    // CI machines may have no graphics card.
    env: { ...environment(), ...more },
    args: [ROOT, ...SANDBOX, "--disable-gpu", `--user-data-dir=${folder}`, ...args],
  });
}

/** Tests of the real app: sandboxed page, preload, IPC, real keychain. */
export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-app-"));
    await use(folder);
    await fs.rm(folder, { recursive: true, force: true });
  },
  sample: async ({}, use) => {
    const sample = await startSampleProcess(5_000);
    await use(sample);
    await sample.stop();
  },
  desktopTray: async ({}, use) => {
    const end = await ownBusName("org.kde.StatusNotifierWatcher");
    await use(undefined);
    end();
  },
  startApp: async ({ folder }, use) => {
    const running: ElectronApplication[] = [];
    await use(async (args, more = {}, at = folder) => {
      const app = await launchApp(args, more, at);
      running.push(app);
      return app;
    });
    for (const app of running) await app.close().catch(() => {});
  },
  launch: async ({ startApp }, use) => {
    await use(async (more, at) => {
      const app = await startApp([], more, at);
      return { app, page: await app.firstWindow() };
    });
  },
});

/**
 * Starts one app for all tests of a describe or file. No test may change data that another test reads.
 * @returns a function that returns the app, on its first screen.
 */
export function shareApp(): () => LaunchedApp {
  let launched: LaunchedApp | null = null;
  let folder = "";
  test.beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-app-"));
    const app = await launchApp([], {}, folder);
    launched = { app, page: await app.firstWindow() };
  });
  test.afterAll(async () => {
    await launched?.app.close();
    await fs.rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (!launched) throw new Error("The app has not started.");
    return launched;
  };
}

export { expect } from "@playwright/test";

/**
 * Starts the app once more over a folder whose first instance runs. It is a plain process, because Playwright
 * would attach to a process that is about to end.
 * @returns its exit code and its output.
 */
export async function startAgain(
  folder: string,
  args: readonly string[] = [],
): Promise<[number | null, string]> {
  const second = spawn(
    process.env["STOCKDECK_ELECTRON"] ?? "",
    [ROOT, ...SANDBOX, "--disable-gpu", `--user-data-dir=${folder}`, ...args],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let stdout = "";
  second.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  const [code] = (await once(second, "close")) as [number | null];
  return [code, stdout];
}

/** The environment of the tests. They name texts in English, whatever the developer's language is. */
function environment(): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    LC_ALL: "en_US.UTF-8",
    LANGUAGE: "en",
  };
}

/** Finds every file below a folder that contains a text, as UTF-8 or UTF-16. */
export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const wanted = [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")];
  const found = await Promise.all(
    files.map(async (file) => {
      const content = await fs.readFile(file).catch(() => Buffer.alloc(0));
      return wanted.some((bytes) => content.includes(bytes)) ? [path.relative(folder, file)] : [];
    }),
  );
  return found.flat();
}
