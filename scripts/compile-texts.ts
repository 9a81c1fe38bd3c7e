import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { readTranslations } from "./translations.ts";
import { textsOfSource } from "./texts-of-source.ts";

/**
 * Compiles the texts of users in a build, so that no parser of messages ships.
 * @param form how the other languages are written: a page runs a script before its modules, Node reads JSON.
 * @throws Error if a text cannot be parsed.
 */
export function compileTexts(form: "script" | "json" | "none"): Plugin {
  return {
    name: "compile-texts",
    config: () => ({ define: { TEXTS_ARE_COMPILED: "true" } }),
    transform: {
      // Other plugins would move the texts.
      order: "pre",
      filter: { id: /^(?!.*node_modules).*\.tsx?$/, code: /\b(texts|sentences)\(/ },
      handler(code, id) {
        let compiled = code;
        for (const { text, start, end } of textsOfSource(id, code).toReversed()) {
          const message = compile(text);
          if (typeof message !== "string")
            compiled = compiled.slice(0, start) + JSON.stringify(message) + compiled.slice(end);
        }
        // Each string has one line before and after, so no line gets another number.
        return { code: compiled, map: null };
      },
    },
    generateBundle() {
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
