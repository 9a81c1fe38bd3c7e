import fs from "node:fs/promises";
import path from "node:path";
import { NsisUpdater } from "electron-updater/out/NsisUpdater.js";
import { DownloadedUpdateHelper } from "electron-updater/out/DownloadedUpdateHelper.js";
import { beforeEach, expect, it } from "vitest";
import {
  startInstaller,
  type InstallerStarter,
} from "../../../../../../electron/hosts/desktop/updates/install-steps.ts";
import { temporaryFolder } from "../../../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../../../helpers/wait-until.ts";

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** The updater of Windows with a given downloaded file; it accepts any program as an installer. */
async function updaterFor(installer: string | null): Promise<InstallerStarter> {
  const updater = new NsisUpdater(null, {
    version: "1.2.0",
    name: "stockdeck-updater",
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, "app-update.yml"),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  });
  updater.logger = null;
  // As in installer.ts: without a listener, Node throws emitted errors.
  updater.on("error", () => {});
  if (installer === null) return updater;
  const helper = new DownloadedUpdateHelper(folder);
  const file = { url: new URL("file:///"), info: { url: "", sha512: "" } };
  const info = { version: "1.3.0", files: [], path: "", sha512: "", releaseDate: "" };
  await helper.setDownloadedFile(installer, null, info, file, path.basename(installer), false);
  return Object.assign(updater, { downloadedUpdateHelper: helper });
}

it("the installer starts silently and restarts the app only on request", async () => {
  const installer = path.join(folder, "installer");
  const told = path.join(folder, "told");
  await fs.writeFile(installer, `#!/bin/sh\necho "$@" >"${told}.part"; mv "${told}.part" "${told}"\n`, {
    mode: 0o755,
  });
  for (const [restart, words] of [
    [false, "--updated /S\n"],
    [true, "--updated /S --force-run\n"],
  ] as const) {
    await startInstaller(await updaterFor(installer), restart);
    let text = "";
    await waitUntil(async () => {
      text = await fs.readFile(told, "utf8").catch(() => "");
      return text !== "";
    }, "the installer");
    expect(text).toBe(words);
    await fs.rm(told);
  }
});

it("an installation fails if the installer does not start", async () => {
  await expect(startInstaller(await updaterFor(null), false)).rejects.toThrow("No update filepath provided");
});

it("an installation fails if electron-updater returns false without an error", async () => {
  const installer = path.join(folder, "installer");
  await fs.writeFile(installer, "#!/bin/sh\n", { mode: 0o755 });
  const updater = await updaterFor(installer);
  await startInstaller(updater, false);
  await expect(startInstaller(updater, false)).rejects.toThrow("the installer was not started");
});

it("an installation fails if the installer can start neither normally nor with elevated rights", async () => {
  const installer = path.join(folder, "installer");
  await fs.writeFile(installer, "no program", { mode: 0o644 });
  // Electron's folder of `elevate.exe`, which does not exist here.
  Object.assign(process, { resourcesPath: folder });
  await expect(startInstaller(await updaterFor(installer), true)).rejects.toThrow(/elevate\.exe ENOENT/);
});
