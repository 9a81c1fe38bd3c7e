import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the script that bundles the page's own modules. */
    readonly pageBundle: string;
  }
}

/** The options for React's production build, because these tests set NODE_ENV to production. */
export const PRODUCTION_JSX = { runtime: "automatic", development: false } as const;

const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Bundles the page's own modules once, because each test evaluates all of them again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Node itself loads the packages of node_modules, without Vitest's transformation.
  const outDir = at(`../../node_modules/.cache/component-tests/${process.pid}`);
  await build({
    configFile: false,
    root: at("../.."),
    logLevel: "error",
    oxc: { jsx: PRODUCTION_JSX },
    // Notices are part of a page's state; a shared store would show the former page's notices.
    ssr: { noExternal: ["@mantine/notifications", "icu-minify"] },
    build: {
      ssr: at("page-entry.ts"),
      outDir,
      minify: false,
      rolldownOptions: { output: { format: "cjs", entryFileNames: "page.cjs", codeSplitting: false } },
    },
  });
  project.provide("pageBundle", path.join(outDir, "page.cjs"));
  return () => fs.rm(outDir, { recursive: true });
}
