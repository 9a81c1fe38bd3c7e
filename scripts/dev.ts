import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createServer } from "vite";
import { makePrivateFolder, PRIVATE_FILE } from "../electron/base/files.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { ROOT } from "./root.ts";
import { startBrowserCore } from "../electron/hosts/browser/browser-core.ts";

const { values: options } = parseArgs({ options: { folder: { type: "string" } } });

/**
 * `npm run dev`: the page with hot reload, served by the browser host. Node restarts the host when a file of
 * the core changes.
 */
const folder = path.resolve(options.folder ?? path.join(ROOT, "node_modules/.cache/stockdeck-dev"));
/** The token outlives a restart, so that the open page connects again. */
const tokenFile = path.join(folder, "token");
makePrivateFolder(folder);
if (!fs.existsSync(tokenFile))
  fs.writeFileSync(tokenFile, randomBytes(24).toString("base64url"), { mode: PRIVATE_FILE });
const token = fs.readFileSync(tokenFile, "utf8");
const core = startBrowserCore(folder);
const vite = await createServer({ configFile: `${ROOT}vite.config.ts`, logLevel: "warn" });
await vite.listen();
const [address = ""] = vite.resolvedUrls?.local ?? [];
const host = await startBrowserHost({
  core,
  pages: path.join(ROOT, "dist/renderer"),
  port: 4_610,
  development: { origin: new URL(address).origin, token },
});
console.log(
  `Stockdeck, for development:\n\n  ${address}?token=${token}&host=${new URL(host.url).host}\n\nData: ${folder}`,
);
