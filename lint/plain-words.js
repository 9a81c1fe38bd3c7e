// The language of comments, test titles and texts of users as a lint rule: words and first words that readers
// stumble over, and first sentences that are too long. test/unit/docs checks the documents for the same words.
import path from "node:path";

const MOST_WORDS = 15;

/** Words that stand for a plainer one, and what to write instead. */
const WORDS = [
  [/\bwhere\b/i, `"if" or "when" for a condition; name the place otherwise`],
  [/\bwhoever\b/i, `"the user" or "the caller"`],
  [/\bsomebody\b/i, `"the user" or "the caller"`],
  [/\bso many\b/i, "the number or its name"],
  [/\bas much as\b/i, "the number or its name"],
  [/\bsuch an?\b/i, "the noun"],
  [/\bthereof\b/i, "the noun"],
  [/\bbeside\b/i, `"next to", "besides" or "with"`],
  [/\banew\b/i, `"again"`],
  [/\b(is|are) told\b/i, "the active verb"],
  [/\bit is said\b/i, "the active verb"],
  [/\bin force\b/i, `"applies"`],
  [/\bgoes on\b/i, `"continues"`],
  [/\b(is|are) gone\b/i, `"was deleted"`],
  [/\b(is|are) here\b/i, `"is loaded"`],
];

/** First words that put something else in front of the subject. */
const FIRST_WORDS = /^(What|Whoever|Of|As|Where|The same)\b/;

/** First words of a title that continues another sentence instead of being one. */
const CONTINUING =
  /^(that|of|whose|which|are|is|has|have|was|were|and|by|in|with|without|also|do|does|cost|go|come|give|keep|make|let|lead|find|walk|takes|keeps|says|reads|writes|shows|refuses|asks|does|goes|gives|tells|finds|ends|begins|starts|sends|leaves|makes|runs|opens|closes|holds|can|cannot|stays|throws|accepts|ignores|removes|adds|sorts|fills|knows|lets|joins|fails|prints)\b/;

/** A constant whose name is an adjective or a participle alone. */
const BARE_NAMES = new Set([
  "KEPT",
  "LATE",
  "REST",
  "NOTHING",
  "LISTED",
  "KNOWN",
  "SHOWN",
  "MISSED",
  "STEADY",
]);

/** The problems of a comment's text. @param isDocumentation true for a comment that documents a name. */
export function problemsOf(text, isDocumentation) {
  const plain = text.replaceAll(/`[^`]*`/g, "code").replaceAll(/"[^"]*"/g, "quote");
  const problems = WORDS.flatMap(([word, instead]) => {
    const found = word.exec(plain);
    return found ? [`"${found[0]}": write ${instead}.`] : [];
  });
  if (!isDocumentation) return problems;
  const [first = ""] =
    /^[\s\S]*?[.!?:;](?=\s|$)|^[\s\S]+/.exec(plain.replace(/@\w+[\s\S]*$/, "").trim()) ?? [];
  if (FIRST_WORDS.test(first))
    problems.push(
      `The first sentence begins with "${FIRST_WORDS.exec(first)?.[0]}": begin with the subject.`,
    );
  const words = first.split(/\s+/).filter((word) => /\w/.test(word)).length;
  if (words > MOST_WORDS) problems.push(`The first sentence has ${words} words: ${MOST_WORDS} at most.`);
  return problems;
}

const textOf = ({ value }) => value.replaceAll(/^\s*\*+ ?/gm, "").trim();

/** Whether a call defines a test: `it(…)`, `test(…)` or `it.each(…)(…)`. */
const definesTest = ({ callee }) =>
  callee.type === "Identifier"
    ? ["it", "test"].includes(callee.name)
    : callee.type === "CallExpression"
      && callee.callee.type === "MemberExpression"
      && callee.callee.property.name === "each"
      && callee.callee.object.name !== "describe";

const plainWords = {
  create(context) {
    const isTest = /\.(test|spec)\.tsx?$/.test(context.filename);
    const hasTextsOfUsers = path.basename(context.filename) === "messages.ts";
    const report = (node, message) => context.report({ node, message });
    const checkText = (node, text) => {
      if (hasTextsOfUsers) for (const message of problemsOf(text, false)) report(node, message);
    };
    return {
      CallExpression(node) {
        if (!isTest || !definesTest(node)) return;
        const [title] = node.arguments;
        const text = title?.type === "TemplateLiteral" ? title.quasis[0].value.cooked : title?.value;
        if (typeof text === "string" && CONTINUING.test(text))
          report(title, "A test title is a sentence of its own, with its subject first.");
      },
      Literal(node) {
        if (typeof node.value === "string") checkText(node, node.value);
      },
      TemplateElement(node) {
        checkText(node, node.value.raw);
      },
      VariableDeclarator(node) {
        if (node.id.type === "Identifier" && BARE_NAMES.has(node.id.name))
          report(
            node.id,
            `${node.id.name}: name the thing and its unit, as in KEPT_EXPORTS or MISSED_AFTER_MS.`,
          );
      },
      "Program:exit"() {
        for (const comment of context.sourceCode.getAllComments()) {
          const isDocumentation = comment.type === "Block" && comment.value.startsWith("*");
          for (const message of problemsOf(textOf(comment), isDocumentation)) report(comment, message);
        }
      },
    };
  },
};

export default { meta: { name: "plain-words" }, rules: { "plain-words": plainWords } };
