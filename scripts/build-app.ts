import { build } from "vite";
import { ROOT } from "./root.ts";

/**
 * `npm run build [-- page|package]`: the page, the Electron side and the preload into dist/. With `page` the page
 * alone, for the browser host, which runs the core from its sources; with `package` the page of a packaged app,
 * without the browser host.
 */
const [what = "all"] = process.argv.slice(2);
const modes =
  what === "page" ? ["production"] : [what === "package" ? "package" : "production", "electron", "preload"];
for (const mode of modes) await build({ configFile: `${ROOT}vite.config.ts`, mode, logLevel: "warn" });
