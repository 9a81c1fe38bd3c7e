import { parseSync } from "vite";

/** A text that a source file declares by `texts()` or `sentences()` of `shared/base/text/texts.ts`. */
export interface SourceText {
  readonly group: string;
  readonly key: string;
  readonly text: string;
  /** The comment above the text, for translators. */
  readonly description: string | undefined;
  /** The place of its string in the source. */
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
}

interface Call extends Node {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly [Node, { readonly properties?: readonly Property[] }];
}

interface Property {
  readonly key: Node & { readonly name?: string; readonly value?: string };
  readonly value: Node;
}

const IMPORTS_TEXTS = /^import [^;]*\b(?:texts|sentences)\b[^;]* from "[^"]*\/texts\.ts";$/m;
const DECLARES_TEXTS: ReadonlySet<string | undefined> = new Set(["texts", "sentences"]);

/**
 * Lists the texts that a file declares, in the order of the source.
 * @throws Error if a text or the name of a group is not a plain string, since other code could not find it.
 */
export function textsOfSource(file: string, code: string): readonly SourceText[] {
  const found: SourceText[] = [];
  if (!IMPORTS_TEXTS.test(code)) return found;
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program, (call) => {
    const [group, texts] = call.arguments;
    if (typeof group.value !== "string") throw new Error(`${file}: the group of texts() is not a string`);
    for (const { key, value } of texts.properties ?? []) {
      const name = key.name ?? key.value ?? "";
      if (typeof value.value !== "string")
        throw new Error(`${file}: ${group.value}.${name} is not one string`);
      const { start, end } = value;
      const above = comments.findLast((comment) => comment.end <= key.start);
      const isAbove = above !== undefined && code.slice(above.end, key.start).trim() === "";
      const description = isAbove ? wordsOf(above.value) : undefined;
      found.push({ group: group.value, key: name, text: value.value, description, start, end });
    }
  });
  return found;
}

/** The words of a JSDoc comment, on one line. */
const wordsOf = (comment: string): string =>
  comment
    .replaceAll(/(^|\n)\s*\*\s?/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

function visit(of: unknown, act: (call: Call) => void): void {
  if (Array.isArray(of)) {
    for (const part of of) visit(part, act);
    return;
  }
  if (typeof of !== "object" || of === null) return;
  const call = of as Partial<Call>;
  if (call.type === "CallExpression" && DECLARES_TEXTS.has(call.callee?.name)) act(call as Call);
  else for (const value of Object.values(of)) visit(value, act);
}
