import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { startCore, type AppCore } from "../../../electron/hosts/core/app-core.ts";
import type { CoreOptions } from "../../../electron/hosts/core/core-options.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { memoryKeychain } from "../../helpers/memory-keychain.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";

export interface CoreUnderTest {
  readonly core: AppCore;
  readonly folder: string;
  /** The file that the user chooses in a dialog. */
  readonly savesTo: string;
  readonly lines: string[];
  readonly copied: string[];
  /** The opened files. Each entry is the file itself or its folder. */
  readonly opened: readonly (readonly [string, string])[];
  close(): Promise<void>;
}

/** A whole core with a keychain in memory. By default its folder is new. */
export function startCoreUnderTest(
  host: "electron" | "browser",
  { folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-test-")), ...more }: Partial<CoreOptions> = {},
): CoreUnderTest {
  const savesTo = path.join(folder, "saved.json");
  const lines: string[] = [];
  const copied: string[] = [];
  const opened: (readonly [string, string])[] = [];
  const core = startCore({
    confirmOrigin: async () => true,
    folder,
    version: "0.0.0-test",
    host,
    policy: NO_POLICY,
    fetch: nodeFetch,
    clock: systemClock,
    keychain: memoryKeychain(),
    sink: (line) => lines.push(line),
    copyText: (text) => void copied.push(text),
    chooseFile: async () => savesTo,
    chooseAuthority: async () => savesTo,
    chooseExport: async (name) => path.join(folder, name),
    confirmReplace: async () => true,
    chooseFolder: async () => folder,
    trayAvailable: async () => false,
    openFile: async (file, what) => void opened.push([what, file]),
    ...more,
  });
  const close = async (): Promise<void> => {
    await core.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { core, folder, savesTo, lines, copied, opened, close };
}
