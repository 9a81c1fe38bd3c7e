import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { readUpdateSource } from "./electron/hosts/desktop/updates/update-source.ts";
import { compileTexts } from "./scripts/compile-texts.ts";
import { CALLS, PUSHES } from "./shared/contract/contract.ts";
import manifest from "./package.json" with { type: "json" };

interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Stays outside the bundles: Node's own modules, Electron, and the packages that ship with the app. Those are few:
 * a package of a hundred files, as zod is, takes 60 ms of each start if it is read file by file.
 */
const external = [
  "electron",
  ...builtinModules,
  /^node:/,
  ...Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
];

/**
 * Three builds, chosen by `--mode`: the page (default), `electron` (main, headless companion and workers, as ES
 * modules) and `preload` (one CommonJS file, as a sandboxed page requires). `package` is the page for a
 * packaged app, without the browser host.
 */
export default defineConfig(({ mode }): UserConfig => {
  if (mode === "electron") return nodeBuild();
  if (mode === "preload") return preloadBuild();
  return {
    root: at("renderer"),
    base: "./",
    plugins: [compileTexts("script"), react(), preloadStart()],
    define: {
      "import.meta.env.STOCKDECK_BROWSER_HOST": JSON.stringify(mode !== "package"),
    },
    // The host that serves the page puts a fresh nonce in this place at every load.
    html: { cspNonce: "__CSP_NONCE__" },
    build: {
      outDir: at("dist/renderer"),
      emptyOutDir: true,
      target: "chrome130",
      modulePreload: { polyfill: false },
      // One file of styles, so that no script waits for one of its own.
      cssCodeSplit: false,
      // An inlined asset would be a data: URL, which the page's CSP refuses.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1_500,
      rolldownOptions: {
        output: {
          // Several scripts are read by several threads at once, and each is evaluated while the next is still read.
          codeSplitting: {
            groups: [
              { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
              { name: "libraries", test: /node_modules\/.*js$/, priority: 2 },
              // The first script needs them, and so do lazy scripts that need nothing else of that one.
              {
                name: "fields",
                test: /shared\/(inventory\/fields|base\/text\/locale)\.ts$|\/icu-minify\//,
                priority: 3,
              },
              { name: ownScript, debugName: "page", priority: 1, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
    server: { host: "127.0.0.1", strictPort: false },
  };
});

/**
 * Keeps what `start.tsx` imports in one script. By itself the bundler makes one of each set of modules that lazy parts
 * share, which are 30 files to be fetched at each start.
 */
function ownScript(id: string, modules: ChunkingContext): string | null {
  const isImportedBy = (entry: string): boolean => {
    const seen = new Set([at(entry)]);
    for (const module of seen)
      for (const next of modules.getModuleInfo(module)?.importedIds ?? []) seen.add(next);
    return seen.has(id) && id !== at(entry);
  };
  return isImportedBy("renderer/shell/start.tsx") && !isImportedBy("renderer/main.ts") ? "page" : null;
}

/**
 * Names the large scripts to the page's small first one. That one has them fetched while it waits for its host (main.ts).
 */
function preloadStart(): Plugin {
  return {
    name: "preload-start",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const start = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/shell/start.tsx"),
        );
        if (start?.type !== "chunk") return [];
        const files = new Set([start.fileName]);
        for (const file of files) {
          const chunk = bundle[file];
          if (chunk?.type === "chunk") for (const next of chunk.imports) files.add(next);
        }
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: "link",
            attrs: { "data-later": true, crossorigin: true, href: `./${file}` },
            injectTo: "head",
          }));
      },
    },
  };
}

function nodeBuild(): UserConfig {
  return {
    plugins: [compileTexts("json")],
    // What stays outside is said below, and nowhere else.
    ssr: { noExternal: true },
    // The build decides the address that updates come from; docs/installers.md says how.
    define: { STOCKDECK_UPDATES: JSON.stringify(readUpdateSource(process.env)) },
    build: {
      // For Node: without Vite's helper that preloads chunks through the document.
      ssr: true,
      outDir: at("dist/electron"),
      emptyOutDir: true,
      target: "node20",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: at("electron/main.ts"),
          cli: at("electron/cli.ts"),
          "store-worker": at("electron/hosts/core/store-worker.ts"),
          "collector-worker": at("electron/features/collector/serving/collector-worker.ts"),
          "journal-worker": at("electron/features/collector/postgres/journal-worker.ts"),
          "export-worker": at("electron/delivery/files/export-worker.ts"),
          "table-worker": at("electron/delivery/file-import/table-worker.ts"),
        },
        external,
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
        },
        platform: "node",
      },
    },
  };
}

function preloadBuild(): UserConfig {
  return {
    plugins: [compileTexts("none")],
    define: {
      CALL_NAMES: JSON.stringify(Object.keys(CALLS)),
      PUSH_NAMES: JSON.stringify(Object.keys(PUSHES)),
    },
    build: {
      outDir: at("dist/preload"),
      emptyOutDir: true,
      target: "chrome130",
      minify: false,
      rolldownOptions: {
        input: { preload: at("electron/preload.ts") },
        external,
        output: { format: "cjs", entryFileNames: "[name].cjs" },
        platform: "node",
      },
    },
  };
}
