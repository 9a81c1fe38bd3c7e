import compile from "icu-minify/compile";

/** The kinds of typed arguments in a compiled message (icu-minify). */
const [SELECT, PLURAL] = [1, 2];
/** The `#` in a branch of a plural. */
const POUND = 0;

/**
 * Lists the faults of a text: it is empty, cannot be parsed, has a straight apostrophe, or plurals without exactly the
 * forms of the language.
 * @param language the language of the text, which decides its plural forms.
 */
export function problemsOfText(text: string, language: string): readonly string[] {
  if (text.trim() === "") return ["it is empty"];
  const problems: string[] = [];
  if (text.includes("'")) problems.push("’ is the apostrophe: ' escapes in ICU messages");
  if (/\boffset:/.test(text)) problems.push("offset: is not supported");
  try {
    for (const part of partsOf(text))
      if ("branches" in part && part.kind !== SELECT) problems.push(...problemsOfPlural(part, language));
    for (const name of tagsOf(text))
      if (text.includes(`{${name}`)) problems.push(`{${name}} has the name of a tag`);
  } catch (thrown) {
    problems.push(`it cannot be parsed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
  return problems;
}

/**
 * Lists the faults of a translation: those of a text, and arguments or tags that are not those of the English text.
 * @param language a language tag: "de".
 */
export function problemsOfTranslation(text: string, english: string, language: string): readonly string[] {
  const problems = problemsOfText(text, language);
  if (problems.length > 0) return problems;
  const [wanted, found] = [argumentsOf(english), argumentsOf(text)];
  return [
    ...wanted.filter((part) => !found.includes(part)).map((part) => `it lacks ${part}`),
    ...found.filter((part) => !wanted.includes(part)).map((part) => `the English text has no ${part}`),
  ];
}

/** Whether a text has letters of its own, apart from its arguments. */
export const hasWords = (text: string): boolean =>
  partsOf(text).some((part) => "literal" in part && /\p{L}/u.test(part.literal));

/**
 * The arguments of a text with their types, and its tags. A number may be a plural in one language and shown as it is in
 * another.
 */
const argumentsOf = (text: string): readonly string[] => [
  ...new Set(
    partsOf(text).flatMap((part) =>
      "literal" in part
        ? []
        : "tag" in part
          ? [`<${part.tag}>`]
          : [`{${part.name}${part.kind === null ? "" : part.kind === SELECT ? ", select" : ", number"}}`],
    ),
  ),
];

/** A part of a text, those in branches and tags included. */
type Part =
  | { readonly literal: string }
  | { readonly tag: string }
  /** `kind` is null for an argument that is shown as it is. */
  | { readonly name: string; readonly kind: number | null }
  | Choice;

/** An argument that chooses among branches. */
interface Choice {
  readonly name: string;
  readonly kind: number;
  readonly branches: Readonly<Record<string, unknown>>;
}

/** The parts of a text. @throws Error if it cannot be parsed. */
const partsOf = (text: string): readonly Part[] => partsOfNodes(compile(text));

/** @param nodes a compiled message (icu-minify), or a branch of one. */
function partsOfNodes(nodes: unknown): readonly Part[] {
  if (typeof nodes === "string") return [{ literal: nodes }];
  return Array.isArray(nodes) ? nodes.flatMap(partsOfNode) : [];
}

function partsOfNode(node: unknown): readonly Part[] {
  if (!Array.isArray(node)) return partsOfNodes(node);
  const [name, kind, branches] = node as [string, unknown, unknown];
  if (kind === undefined) return [{ name, kind: null }];
  if (typeof kind !== "number" || kind === POUND) return [{ tag: name }, ...partsOfNodes(node.slice(1))];
  if (typeof branches !== "object" || branches === null) return [{ name, kind }];
  return [{ name, kind, branches: { ...branches } }, ...Object.values(branches).flatMap(partsOfNodes)];
}

/** The names of the tags in a text. */
const tagsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<\/(\w+)>/g)].map(([, name = ""]) => name);

/** Every category of a plural shows its number, or none does ("is", "are"). Exact branches such as `=0` are free. */
function problemsOfPlural({ name, kind, branches }: Choice, language: string): readonly string[] {
  const type = kind === PLURAL ? "cardinal" : "ordinal";
  const categories = Object.keys(branches).filter((key) => !key.startsWith("="));
  const wanted = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  const problems: string[] = [];
  if (categories.toSorted().join() !== wanted.toSorted().join())
    problems.push(
      `the plural of ${name} has the forms ${categories.join(", ")} instead of ${wanted.join(", ")}`,
    );
  const counting = categories.filter((key) => hasPound(branches[key]));
  if (counting.length > 0 && counting.length < categories.length)
    problems.push(`the plural of ${name} shows its number only in ${counting.join(", ")}`);
  return problems;
}

/** Whether a branch itself shows the number. A plural inside it shows its own. */
const hasPound = (branch: unknown): boolean =>
  branch === POUND || (Array.isArray(branch) && branch.some((part) => part === POUND));
