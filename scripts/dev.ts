import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { startBrowserHost } from "../electron/browser-host/browser-host.ts";
import { ROOT } from "./root.ts";
import { startBrowserCore } from "../electron/browser-host/browser-core.ts";

const { values: options } = parseArgs({ options: { folder: { type: "string" } } });

/** `npm run dev`: the page with hot reload over the browser host; Node restarts it when a file of the core changes. */
const folder = options.folder ? path.resolve(options.folder) : path.join(os.tmpdir(), "stockdeck-dev");
const core = startBrowserCore(folder);
const vite = await createServer({ configFile: `${ROOT}vite.config.ts`, logLevel: "warn" });
await vite.listen();
const [address = ""] = vite.resolvedUrls?.local ?? [];
const host = await startBrowserHost({
  core,
  pages: path.join(ROOT, "dist/renderer"),
  port: 4_610,
  development: { origin: new URL(address).origin, token: "development" },
});
console.log(
  `Stockdeck, for development:\n\n  ${address}?token=development&host=${new URL(host.url).host}\n\nData: ${folder}`,
);
