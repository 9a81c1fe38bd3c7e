import path from "node:path";
import { systemClock } from "../../electron/base/clock.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { startBrowserHost } from "../../electron/hosts/browser/browser-host.ts";
import { startCore, type AppCore } from "../../electron/hosts/core/app-core.ts";
import type { CoreOptions } from "../../electron/hosts/core/core-options.ts";
import { ROOT } from "../../scripts/root.ts";
import { NO_POLICY } from "../../shared/base/policy.ts";

/** A browser host in this process. */
export interface HostHere {
  readonly core: AppCore;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a browser host in this process over a core without dialogs. */
export async function startHostHere(
  options: Pick<CoreOptions, "folder" | "keychain"> & Partial<CoreOptions>,
): Promise<HostHere> {
  const core = startCore({
    confirmOrigin: async () => true,
    version: "0.0.0",
    host: "browser",
    policy: NO_POLICY,
    fetch: nodeFetch,
    clock: systemClock,
    sink: () => {},
    copyText: () => {},
    chooseExport: async () => null,
    confirmReplace: async () => false,
    chooseFolder: async () => null,
    trayAvailable: async () => false,
    openFile: async () => {},
    chooseFile: async () => null,
    ...options,
  });
  const host = await startBrowserHost({ core, pages: path.join(ROOT, "dist/renderer") });
  const close = async (): Promise<void> => {
    await host.close();
    await core.close();
  };
  return { core, url: host.url, close };
}
