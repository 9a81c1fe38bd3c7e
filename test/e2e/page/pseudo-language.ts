import compile from "icu-minify/compile";
import { textsInTree } from "../../../scripts/texts-in-tree.ts";

/** The kinds of nodes of a compiled message (icu-minify). */
const [POUND, SELECT, PLURAL, ORDINAL] = [0, 1, 2, 3];
const FORMS: Readonly<Record<number, readonly string[]>> = {
  [PLURAL]: ["one", "few", "many", "other"],
  [ORDINAL]: ["other"],
};

/**
 * A language for tests: each English text in brackets and longer by 40 %, with the plural forms of Polish. On screen,
 * letters without brackets are hard-coded, a missing bracket is cut, and brackets in the middle of a sentence show that
 * it was put together.
 */
export function pseudoCatalogue() {
  const texts: Record<string, unknown> = {};
  for (const { texts: declared } of textsInTree())
    for (const { group, key, text } of declared) {
      const message = compile(text);
      const filling = "~".repeat(Math.ceil(text.replaceAll(/\{[^}]*\}/g, "").length * 0.4));
      texts[`${group}.${key}`] =
        typeof message === "string"
          ? `⟦${message}${filling}⟧`
          : ["⟦", ...(message as readonly unknown[]).map(inPolishForms), `${filling}⟧`];
    }
  return { language: "pl", texts };
}

function inPolishForms(node: unknown): unknown {
  if (!Array.isArray(node)) return node;
  const [name, kind, branches] = node as readonly unknown[];
  const isTyped =
    typeof kind === "number" && kind !== POUND && typeof branches === "object" && branches !== null;
  if (!isTyped)
    return typeof name === "string" && node.length > 1 ? [name, ...node.slice(1).map(inPolishForms)] : node;
  const given = branches as Readonly<Record<string, unknown>>;
  const names =
    kind === SELECT
      ? Object.keys(given)
      : [...Object.keys(given).filter((one) => one.startsWith("=")), ...(FORMS[kind] ?? [])];
  return [
    name,
    kind,
    Object.fromEntries(
      names.map((one) => {
        const branch = given[one] ?? given["other"];
        return [one, Array.isArray(branch) ? branch.map(inPolishForms) : branch];
      }),
    ),
  ];
}

/**
 * Finds the words on a page that no text of the catalogue has; runs in the page.
 * @param allowed the words of the data, and names that every language shares.
 */
export function findEnglish(allowed: readonly string[]): readonly string[] {
  const known = new Set(allowed);
  const found: string[] = [];
  // Parts of ids are no words.
  const IDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\w*\d\w*/g;
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true })
    && element.closest("kbd, code, pre, style, script, svg") === null;
  const check = (text: string, place: string): void => {
    let depth = 0;
    let outside = "";
    for (const character of text) {
      if (character === "⟦") depth += 1;
      else if (character === "⟧") depth -= 1;
      else if (depth === 0) outside += character;
    }
    if (depth !== 0) found.push(`${place}: cut: ${text}`);
    const words =
      outside
        .replaceAll(IDS, "")
        .match(/[A-Za-z]{3,}/g)
        ?.filter((word) => !known.has(word)) ?? [];
    if (words.length > 0) found.push(`${place}: ${words.join(" ")} in ${text}`);
  };
  // The text of an element with its inline children, because a sentence may have emphasis.
  const blocks = new Map<Element, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode as Text;
    if (!parent || !isShown(parent)) continue;
    let block = parent;
    while (
      block.matches("b, strong, em, i, time, span, a, mark")
      && getComputedStyle(block).display === "inline"
      && block.parentElement
    )
      block = block.parentElement;
    blocks.set(block, (blocks.get(block) ?? "") + data);
  }
  for (const [block, text] of blocks) check(text, block.tagName.toLowerCase());
  for (const element of document.querySelectorAll("button, label, legend, h1, h2, h3"))
    if (
      isShown(element)
      && element.closest("[role=grid]") === null
      && element.clientWidth > 1
      && element.scrollWidth > element.clientWidth + 1
    )
      found.push(`${element.tagName.toLowerCase()}: cut: ${element.textContent}`);
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    const { left, right } = dialog.getBoundingClientRect();
    for (const element of dialog.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      if (isShown(element) && box.width > 1 && (box.left < left - 1 || box.right > right + 1))
        found.push(`${element.tagName.toLowerCase()}: outside of its dialog: ${element.textContent}`);
    }
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) {
      const text = element.getAttribute(name);
      if (text !== null && isShown(element)) check(text, name);
    }
  return found;
}
