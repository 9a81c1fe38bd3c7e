import compile from "icu-minify/compile";
import type { Plugin, Rolldown } from "vite";
import { readTranslations } from "./translations.ts";
import { textsOfSource } from "./texts-of-source.ts";

/**
 * Compiles the texts of users in a build, so that no parser of messages ships.
 * @param form how the other languages are written: a page runs a script before its modules, Node reads JSON.
 * @throws Error if a text cannot be parsed.
 */
export function compileTexts(form: "script" | "json" | "none"): Plugin {
  const withTexts = new Set<string>();
  return {
    name: "compile-texts",
    config: () => ({ define: { TEXTS_ARE_COMPILED: "true" } }),
    transform: {
      // Other plugins would move the texts.
      order: "pre",
      filter: { id: /^(?!.*node_modules).*\.tsx?$/, code: /\b(texts|sentences)\(/ },
      handler(code, id) {
        let compiled = code;
        if (/\btexts\(/.test(code)) withTexts.add(id);
        for (const { text, start, end } of textsOfSource(id, code).toReversed()) {
          const message = compile(text);
          if (typeof message !== "string")
            compiled = compiled.slice(0, start) + JSON.stringify(message) + compiled.slice(end);
        }
        // Each string has one line before and after, so no line gets another number.
        return { code: compiled, map: null };
      },
    },
    generateBundle(_options, bundle) {
      requireLanguageFirst(bundle, withTexts);
      if (form === "none") return;
      for (const [language, translations] of readTranslations()) {
        const texts = Object.fromEntries([...translations].map(([key, { text }]) => [key, compile(text)]));
        const json = JSON.stringify({ language, texts });
        this.emitFile(
          form === "json"
            ? { type: "asset", fileName: `languages/${language}.json`, source: json }
            : {
                type: "asset",
                fileName: `languages/${language}.js`,
                // A parsed text is read faster than an object literal of this size.
                source: `globalThis.stockdeckCatalogue=JSON.parse(${JSON.stringify(json)});`,
              },
        );
      }
    },
  };
}

/** The modules that set the language of a process or thread. */
const SETS_LANGUAGE = /\/(start|thread)-language\.ts$/;

/**
 * Checks that no text is read before the language is set. A script is evaluated after all scripts that it imports, so a
 * script that sets the language must import no texts.
 */
function requireLanguageFirst(bundle: Rolldown.OutputBundle, withTexts: ReadonlySet<string>): void {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  for (const entry of chunks.filter(({ moduleIds }) => moduleIds.some((id) => SETS_LANGUAGE.test(id)))) {
    const files = new Set([entry.fileName]);
    for (const file of files)
      for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next);
    const early = chunks.filter(({ fileName }) => files.has(fileName)).flatMap(({ moduleIds }) => moduleIds);
    const found = early.find((id) => withTexts.has(id) && !id.endsWith("/text/texts.ts"));
    if (found !== undefined) throw new Error(`${entry.fileName} reads ${found} before its language is set`);
  }
}
