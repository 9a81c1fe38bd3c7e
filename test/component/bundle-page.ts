import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the page's own modules as one script. */
    readonly pageBundle: string;
  }
}

/** Calls of React's production build, as NODE_ENV says in these tests. */
export const PRODUCTION_JSX = { runtime: "automatic", development: false } as const;

const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Bundles the page's own modules once, because each test evaluates all of them again. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Node loads what lies in node_modules by itself, without Vitest's transformation.
  const outDir = at(`../../node_modules/.cache/component-tests/${process.pid}`);
  await build({
    configFile: false,
    root: at("../.."),
    logLevel: "error",
    oxc: { jsx: PRODUCTION_JSX },
    // Notices are part of a page's state; one store for all pages would show those of the page before.
    ssr: { noExternal: ["@mantine/notifications"] },
    build: {
      ssr: at("page-entry.ts"),
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: "page.mjs", codeSplitting: false } },
    },
  });
  project.provide("pageBundle", path.join(outDir, "page.mjs"));
  return () => fs.rm(outDir, { recursive: true });
}
