import { build } from "vite";
import { ROOT } from "./root.ts";

/** `npm run build [-- page|package]`: all parts, the page alone for the browser host, or the packaged app's. */
const [what = "all"] = process.argv.slice(2);
const modes =
  what === "page" ? ["production"] : [what === "package" ? "package" : "production", "electron", "preload"];
for (const mode of modes) await build({ configFile: `${ROOT}vite.config.ts`, mode, logLevel: "warn" });
