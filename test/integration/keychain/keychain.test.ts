import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOwnKeyring } from "../../helpers/own-keyring.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const CANARY = "sample_live_CanaryInTheKeyring_0123456789";
const LOCKED_SCRIPT = fileURLToPath(new URL("./locked-script.ts", import.meta.url));
const SCRIPT = fileURLToPath(new URL("./script.ts", import.meta.url));

/** A separate home, so that no real keyring is touched. */
async function privateHome(): Promise<{ home: string; environment: NodeJS.ProcessEnv }> {
  const home = await temporaryFolder();
  for (const name of ["data/keyrings", "run", "config", "cache"])
    fs.mkdirSync(path.join(home, name), { recursive: true, mode: 0o700 });
  const {
    DBUS_SESSION_BUS_ADDRESS: _bus,
    DISPLAY: _display,
    WAYLAND_DISPLAY: _wayland,
    STOCKDECK_API_KEY: _key,
    ...rest
  } = process.env;
  const environment = {
    ...rest,
    HOME: home,
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_RUNTIME_DIR: path.join(home, "run"),
    XDG_CONFIG_HOME: path.join(home, "config"),
    XDG_CACHE_HOME: path.join(home, "cache"),
    CANARY_KEY: CANARY,
  };
  return { home, environment };
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  // The test reads any part of the script's findings.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly found: any;
}

function run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (data: Buffer) => (output += data.toString()));
    child.stderr.on("data", (data: Buffer) => (output += data.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      const line = output.split("\n").find((text) => text.startsWith("{"));
      resolve({ code, output, found: line === undefined ? {} : JSON.parse(line) });
    });
  });
}

/** Finds every file under a folder that contains these bytes. */
function filesWith(folder: string, text: string): string[] {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => fs.readFileSync(file).includes(text));
}

describe("the keychain", () => {
  it("the keychain stores, replaces, returns and deletes a key in a real Secret Service", async () => {
    const { home, environment } = await privateHome();
    const session = `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; "${process.execPath}" "${SCRIPT}"`;
    const { found, output } = await run("dbus-run-session", ["--", "bash", "-c", session], environment);
    expect({ ...found, output }).toMatchObject({
      before: { key: null, place: "none", problem: null },
      stored: "keychain",
      replaced: { place: "keychain", problem: null },
      next: { place: "keychain", same: true, problem: null },
      inSession: true,
      forgotten: "forgotten",
      after: null,
      other: true,
      moved: ["keychain", null, true],
      elsewhere: {
        key: null,
        place: "none",
        problem: {
          english:
            "The stored key is for https://inventory.example and is not sent to https://inventory.example.evil. Enter the key of that service.",
        },
      },
    });
    // The keyring's own file proves that the search covers the place of the secrets.
    const files = fs.readdirSync(home, { recursive: true }).map(String);
    expect(files.some((name) => name.endsWith(".keyring"))).toBe(true);
    expect(filesWith(home, "CanaryInTheKeyring")).toEqual([]);
    expect(output).not.toContain(CANARY);
  });

  it("a missing keychain is reported", async () => {
    const { home, environment } = await privateHome();
    const { code, found, output } = await run(process.execPath, [SCRIPT], environment);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(found).toMatchObject({
      before: {
        key: null,
        place: "none",
        problem: { english: expect.stringMatching(/Secret Service.*(start|install)/i) },
      },
      stored: "session",
      replaced: { place: "session", problem: { english: expect.stringContaining("enter the key again") } },
      next: { place: "none", same: false },
      inSession: true,
      forgotten: "forgotten",
      after: null,
      other: false,
      moved: ["session", null, false],
    });
    expect(filesWith(home, "CanaryInTheKeyring")).toEqual([]);
    expect(output).not.toContain(CANARY);
  });

  it("a keychain that cannot be unlocked is reported as locked", async () => {
    const keyring = await startOwnKeyring();
    onTestFinished(() => keyring.end());
    const environment = { ...process.env, ...keyring.environment, CANARY_KEY: CANARY };
    const said = async (step: string): Promise<unknown> =>
      (await run(process.execPath, [LOCKED_SCRIPT, step], environment)).found.said;
    expect(await said("set")).toBe("kept");
    expect(await said("get")).toBe("the same");
    keyring.lock();
    for (const step of ["get", "delete", "set"])
      expect([step, await said(step)]).toEqual([
        step,
        expect.stringContaining("The keyring is locked. Unlock it"),
      ]);
  });

  it("a missing keychain library is reported", async () => {
    const { environment } = await privateHome();
    const hook = path.join(String(environment["HOME"]), "hook.mjs");
    fs.writeFileSync(
      hook,
      `import { registerHooks } from "node:module";
       registerHooks({ resolve: (name, context, next) => {
         if (name === "keytar") throw new Error("libsecret-1.so.0: cannot open shared object file");
         return next(name, context);
       } });`,
    );
    const { found, output } = await run(process.execPath, ["--import", hook, SCRIPT], environment);
    expect({ ...found.replaced, output }).toMatchObject({
      place: "session",
      problem: { english: expect.stringContaining("libsecret") },
    });
  });
});
