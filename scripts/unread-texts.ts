import type { SourceFile } from "./texts-in-tree.ts";

/** A text that no code reads. */
interface UnreadText {
  readonly file: string;
  /** The constant that has the text. */
  readonly name: string;
  readonly key: string;
}

/**
 * Finds the texts of constants (`const X = texts(…)`) that no code reads as `X.key`. A constant that code uses in another
 * way, such as `X[key]`, counts as read whole.
 */
export function unreadTexts(sources: readonly SourceFile[]): readonly UnreadText[] {
  const code = sources
    .map((source) => source.code.replaceAll(/^(?:import|export \{)[^;]*;$/gm, ""))
    .join("\n");
  const unread: UnreadText[] = [];
  for (const { file, code: own, texts } of sources)
    for (const [, name = "", group] of own.matchAll(CONSTANT)) {
      const uses = [...code.matchAll(new RegExp(String.raw`(?<!\w|(?<!\.\.)\.)${name}\b(?:\.(\w+))?`, "g"))];
      // One use without a key is the declaration.
      if (uses.filter(([, key]) => key === undefined).length > declarationsOf(name, code)) continue;
      const read = new Set(uses.map(([, key]) => key));
      for (const text of texts)
        if (text.group === group && !read.has(text.key)) unread.push({ file, name, key: text.key });
    }
  return unread;
}

const CONSTANT = /^(?:export )?const (\w+)(?:: [^=]+)? = (?:texts|sentences)\(\s*"([^"]+)"/gm;

const declarationsOf = (name: string, code: string): number =>
  [...code.matchAll(new RegExp(String.raw`^(?:export )?(?:const|function|class) ${name}\b`, "gm"))].length;
