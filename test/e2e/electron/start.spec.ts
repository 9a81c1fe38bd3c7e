import fs from "node:fs";
import path from "node:path";
import { expect, SANDBOX, test } from "./launch.ts";
import { PackagedApp } from "./packaged.ts";

test.setTimeout(90_000);
test.skip(SANDBOX.length > 0, "The packaged app does not start without Chromium's sandbox.");

test("the packaged app refuses unsafe options and environment variables", async ({ folder }) => {
  const app = new PackagedApp(folder);
  const keys = path.join(folder, "keys");
  const log = path.join(folder, "chromium.log");
  for (const [options, more, named] of [
    [["--remote-debugging-port=0"], {}, "--remote-debugging-port"],
    [["--Proxy-Server=http://user:canary@127.0.0.1:9"], {}, "--proxy-server"],
    [["-single-process"], {}, "--single-process"],
    [["--js-flags=--jitless", "--headless", "--help"], {}, "--js-flags"],
    [["--headless", "status", `--user-data-dir=${folder}`], {}, "--user-data-dir"],
    [[], { SSLKEYLOGFILE: keys }, "SSLKEYLOGFILE"],
    [["--headless", "--help"], { STOCKDECK_POLICY_ROOT: folder }, "STOCKDECK_POLICY_ROOT"],
    [["--no-sandbox"], {}, "--no-sandbox"],
    [["--no-sandbox"], { APPIMAGE: "x", APPDIR: folder }, "--no-sandbox"],
    [["--enable-logging=file", `--log-file=${log}`], {}, "--enable-logging, --log-file"],
    [["--v=1"], {}, "--v"],
    [["--vmodule=*/net/*=2"], {}, "--vmodule"],
    [[], { ELECTRON_ENABLE_LOGGING: "1" }, "ELECTRON_ENABLE_LOGGING"],
  ] as const) {
    const ended = await app.run(options, more);
    expect([named, ended]).toMatchObject([named, { code: 2, stdout: "" }]);
    expect(ended.stderr).toContain(`does not start with ${named}, because`);
    expect(ended.stderr).not.toMatch(/canary|DevTools listening/);
  }
  expect(fs.existsSync(keys)).toBe(false);
  // Chromium opens its log before the app can refuse the start; no page and no request follows.
  expect(fs.readFileSync(log, "utf8")).not.toMatch(/canary|https?:|CONSOLE/);
});

test("a link cannot add an option to the app's start", { tag: "@whole" }, async ({ folder }) => {
  const app = new PackagedApp(folder);
  const link = "stockdeck://view?d=x";
  for (const args of [
    ["--headless", "--help", link],
    ["--headless", "--", "--help", "STOCKDECK://view?d=x"],
    ["notes.txt", "--headless", "--help"],
    ["--headless=new"],
    [link, "--headless", "--help"],
  ]) {
    const { code, stdout } = await app.run(args);
    // If an option follows a link, Electron ends before the app is loaded.
    expect([args, code === 0, stdout]).toEqual([args, false, ""]);
  }
  const help = await app.run(["--headless", "--help"]);
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining("usage: stockdeck --headless")]);
});

test(
  "a message box shows the refused options, which have no effect",
  { tag: "@whole" },
  async ({ folder }) => {
    const display = process.env["DISPLAY"] ?? "";
    test.skip(display === "", "There is no display.");
    const app = new PackagedApp(folder);
    const child = app.spawn(["--disable-gpu", "--remote-debugging-port=0"], { DISPLAY: display });
    let stderr = "";
    child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
    await expect.poll(() => stderr).toContain("does not start with --remote-debugging-port");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    // The box waits for the user.
    expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    expect(stderr).not.toContain("DevTools listening");
  },
);
