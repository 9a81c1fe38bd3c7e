import compile from "icu-minify/compile";

/** The kinds of typed arguments in a compiled message (icu-minify). */
const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];
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
    const message = compile(text);
    visitNodes(message, (node) => problems.push(...problemsOfPlural(node, language)));
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
export function hasWords(text: string): boolean {
  const isWord = (node: unknown): boolean =>
    typeof node === "string"
      ? /\p{L}/u.test(node)
      : Array.isArray(node)
        ? node.slice(1).some(isWord)
        : typeof node === "object"
          && node !== null
          && Object.values(node).some((branch) => isWord(["", branch].flat()));
  const message = compile(text);
  return isWord(typeof message === "string" ? message : ["", ...message]);
}

/** The arguments of a text with their types, and its tags. A number may be a plural in one language and shown as it is in another. */
function argumentsOf(text: string): readonly string[] {
  const found = new Set<string>();
  const visitList = (list: unknown): void => {
    if (Array.isArray(list)) for (const node of list) if (Array.isArray(node)) visitNode(node);
  };
  const visitNode = ([name, kind, ...rest]: readonly unknown[]): void => {
    if (kind === undefined) found.add(`{${String(name)}}`);
    else if (typeof kind !== "number" || kind === POUND) {
      found.add(`<${String(name)}>`);
      visitList([kind, ...rest]);
    } else {
      found.add(`{${String(name)}, ${kind === SELECT ? "select" : "number"}}`);
      if (typeof rest[0] === "object" && rest[0] !== null)
        for (const branch of Object.values(rest[0])) visitList(branch);
    }
  };
  visitList(compile(text));
  return [...found];
}

/** The names of the tags in a text. */
const tagsOf = (text: string): readonly string[] =>
  [...text.matchAll(/<\/(\w+)>/g)].map(([, name = ""]) => name);

interface Plural {
  readonly name: string;
  readonly branches: Readonly<Record<string, unknown>>;
  readonly type: "cardinal" | "ordinal";
}

function visitNodes(node: unknown, act: (plural: Plural) => void): void {
  if (!Array.isArray(node)) return;
  const [name, kind, branches] = node as readonly unknown[];
  if (
    typeof name === "string"
    && typeof kind === "number"
    && typeof branches === "object"
    && branches !== null
  ) {
    if (kind === PLURAL || kind === ORDINAL)
      act({
        name,
        branches: branches as Readonly<Record<string, unknown>>,
        type: kind === PLURAL ? "cardinal" : "ordinal",
      });
    if (kind === PLURAL || kind === ORDINAL || kind === SELECT)
      for (const branch of Object.values(branches)) visitNodes(branch, act);
    return;
  }
  for (const part of node) visitNodes(part, act);
}

/** Every category of a plural shows its number, or none does ("is", "are"). Exact branches such as `=0` are free. */
function problemsOfPlural({ name, branches, type }: Plural, language: string): readonly string[] {
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
