import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { autostartFile, XdgAutostart } from "../../../electron/features/autostart/xdg-autostart.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";

/** An autostart entry in a fresh home, for a program in it. */
async function inHome(name = "stock deck") {
  const home = await temporaryFolder();
  const program = path.join(home, name);
  fs.writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const file = autostartFile({}, home);
  return { home, program, file, autostart: new XdgAutostart(file, [program, "--hidden"]) };
}

it("the autostart entry is in XDG_CONFIG_HOME or in ~/.config; relative paths are ignored", () => {
  const inConfig = "/home/a/.config/autostart/stockdeck.desktop";
  expect(autostartFile({}, "/home/a")).toBe(inConfig);
  expect(autostartFile({ XDG_CONFIG_HOME: "" }, "/home/a")).toBe(inConfig);
  expect(autostartFile({ XDG_CONFIG_HOME: "config" }, "/home/a")).toBe(inConfig);
  expect(autostartFile({ XDG_CONFIG_HOME: "/data/config" }, "/home/a")).toBe(
    "/data/config/autostart/stockdeck.desktop",
  );
});

it("the autostart entry has the usual file permissions with any umask", async () => {
  const { file, program, autostart } = await inHome();
  expect(await autostart.state()).toBe("off");
  const umask = process.umask(0o077);
  try {
    await autostart.set(true);
  } finally {
    process.umask(umask);
  }
  expect(await autostart.state()).toBe("on");
  expect(fs.statSync(file).mode & 0o777).toBe(0o644);
  expect(fs.readFileSync(file, "utf8")).toContain(`\nExec="${program}" "--hidden"\n`);
  expect(fs.readdirSync(path.dirname(file))).toEqual(["stockdeck.desktop"]);

  await autostart.set(true);
  await autostart.set(false);
  expect(fs.readdirSync(path.dirname(file))).toEqual([]);
  expect(await autostart.state()).toBe("off");
  await autostart.set(false);
});

it("autostart is off without an active entry or without the program", async () => {
  const { file, program, autostart } = await inHome('50% \\ "off"\nstockdeck');
  await autostart.set(true);
  expect(await autostart.state()).toBe("on");
  fs.appendFileSync(file, "Hidden=true\n");
  expect(await autostart.state()).toBe("off");
  await autostart.set(true);
  expect(await autostart.state()).toBe("on");
  fs.chmodSync(program, 0o644);
  expect(await autostart.state()).toBe("off");
  fs.chmodSync(program, 0o755);
  fs.rmSync(file);
  expect(await autostart.state()).toBe("off");
});

it("a failure to write, remove or read the autostart entry reports the entry's path", async () => {
  const { home, file, autostart } = await inHome();
  fs.mkdirSync(path.join(home, ".config"));
  fs.writeFileSync(path.dirname(file), "a file in place of the folder");
  const at = { kind: "store", message: expect.stringContaining(file) as string };
  await expect(autostart.set(true)).rejects.toMatchObject({ error: at });
  await expect(autostart.state()).rejects.toMatchObject({ error: at });
  fs.rmSync(path.dirname(file));
  fs.mkdirSync(file, { recursive: true });
  await expect(autostart.set(true)).rejects.toMatchObject({ error: at });
  await expect(autostart.set(false)).rejects.toMatchObject({ error: at });
  expect(fs.readdirSync(path.dirname(file))).toEqual(["stockdeck.desktop"]);
});

it("a core returns the system's autostart state", async () => {
  const { file, autostart } = await inHome();
  const under = startCoreUnderTest("electron", { autostart });
  const call = (name: "getAutostart" | "setAutostart", input?: unknown) => under.core.dispatch(name, input);
  expect(await call("setAutostart", { on: true })).toEqual({ ok: true, value: "on" });
  expect(await call("getAutostart")).toEqual({ ok: true, value: "on" });
  fs.rmSync(file);
  expect(await call("getAutostart")).toEqual({ ok: true, value: "off" });
  await under.close();

  const browser = startCoreUnderTest("browser");
  expect(await browser.core.dispatch("getAutostart", undefined)).toEqual({ ok: true, value: "unavailable" });
  expect(await browser.core.dispatch("setAutostart", { on: true })).toMatchObject({
    ok: false,
    error: { kind: "invalid_input", message: "Stockdeck in a browser does not start with the computer." },
  });
  await browser.close();
});

it("the call that sets autostart fails if the system ignores the change", async () => {
  // Windows and macOS report no failure. An entry whose program is missing also stays off without a failure.
  const { file } = await inHome();
  const under = startCoreUnderTest("electron", { autostart: new XdgAutostart(file, ["/missing/stockdeck"]) });
  expect(await under.core.dispatch("setAutostart", { on: true })).toMatchObject({
    ok: false,
    error: { message: "The system did not add Stockdeck to the programs that start with the computer." },
  });
  await under.close();
});
