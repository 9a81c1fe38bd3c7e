import type { SourceFile } from "./texts-in-tree.ts";

/** A text that no code reads. */
interface UnreadText {
  readonly file: string;
  /** The constant that has the text. */
  readonly name: string;
  readonly key: string;
}

/** The uses of a name: its keys that are read, and how often it is used in another way. */
interface Uses {
  readonly keys: Set<string>;
  whole: number;
  declared: number;
}

/**
 * Finds the texts of constants (`const X = texts(…)`) that no code reads as `X.key`. A constant that code uses in another
 * way, such as `X[key]`, counts as read whole.
 */
export function unreadTexts(sources: readonly SourceFile[]): readonly UnreadText[] {
  const found = new Map<string, Uses>();
  for (const { code } of sources)
    for (const [, declaration, name = "", key] of code.replaceAll(IMPORT, "").matchAll(USE)) {
      const uses = found.get(name) ?? { keys: new Set(), whole: 0, declared: 0 };
      found.set(name, uses);
      if (declaration !== undefined) uses.declared += 1;
      if (key === undefined) uses.whole += 1;
      else uses.keys.add(key);
    }
  return sources.flatMap(({ file, code, texts }) =>
    [...code.matchAll(CONSTANT)].flatMap(([, name = "", group]) => {
      const uses = found.get(name);
      if (!uses || uses.whole > uses.declared) return [];
      return texts
        .filter((text) => text.group === group && !uses.keys.has(text.key))
        .map(({ key }) => ({ file, name, key }));
    }),
  );
}

const IMPORT = /^(?:import|export \{)[^;]*;$/gm;
/** A name in capitals, with the keyword before it or the key after it. */
const USE = /(?:^(?:export )?(const|function|class) |(?<!\w|(?<!\.\.)\.))([A-Z][A-Z0-9_]*)\b(?:\.(\w+))?/gm;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? = (?:texts|sentences)\(\s*"([^"]+)"/gm;
