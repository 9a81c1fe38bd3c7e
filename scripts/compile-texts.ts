import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import { textsOfSource } from "./texts-of-source.ts";

/**
 * Compiles the texts of users in a build, so that no parser of messages ships.
 * @throws Error if a text cannot be parsed.
 */
export function compileTexts(): Plugin {
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
  };
}
