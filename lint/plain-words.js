// The language of comments and test titles as lint rules: words and first words that readers stumble over, and first
// sentences that are too long. Files that still have some are listed with their number in plain-words-exceptions.json,
// which only shrinks: `node scripts/plain-words.ts` lowers the numbers, and raises none.
import fs from "node:fs";
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
const FIRST_WORDS = /^(What|Whoever|Of|As|Where)\b/;

/** First words of a title that continues another sentence instead of being one. */
const CONTINUING =
  /^(that|of|whose|which|are|is|has|have|was|were|and|by|in|with|without|also|do|does|cost|go|come|give|keep|make|let|lead|find|walk)\b/;

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
    problems.push(`The first sentence begins with "${first.split(" ")[0]}": begin with the subject.`);
  const words = first.split(/\s+/).filter((word) => /\w/.test(word)).length;
  if (words > MOST_WORDS) problems.push(`The first sentence has ${words} words: ${MOST_WORDS} at most.`);
  return problems;
}

const folder = path.dirname(new URL(import.meta.url).pathname);
const exceptionsFile = path.join(folder, "plain-words-exceptions.json");
// Without exceptions, every problem is reported: that is how they are counted.
const exceptions =
  process.env["PLAIN_WORDS_ALL"] === "1" ? {} : JSON.parse(fs.readFileSync(exceptionsFile, "utf8"));

const textOf = ({ value }) => value.replaceAll(/^\s*\*+ ?/gm, "").trim();

const plainWords = {
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join("/");
    const found = [];
    const note = (node, message) => found.push({ node, message });
    const isTest = /\.(test|spec)\.tsx?$/.test(file);
    return {
      CallExpression(node) {
        if (!isTest || node.callee.type !== "Identifier") return;
        if (!["it", "test"].includes(node.callee.name)) return;
        const [title] = node.arguments;
        if (title?.type === "Literal" && typeof title.value === "string" && CONTINUING.test(title.value))
          note(title, "A test title is a sentence of its own, with its subject first.");
      },
      VariableDeclarator(node) {
        if (node.id.type === "Identifier" && BARE_NAMES.has(node.id.name))
          note(
            node.id,
            `${node.id.name}: name the thing and its unit, as in KEPT_EXPORTS or MISSED_AFTER_MS.`,
          );
      },
      "Program:exit"(program) {
        for (const comment of context.sourceCode.getAllComments()) {
          const isDocumentation = comment.type === "Block" && comment.value.startsWith("*");
          for (const message of problemsOf(textOf(comment), isDocumentation)) note(comment, message);
        }
        const allowed = exceptions[file] ?? 0;
        if (found.length > allowed) for (const report of found) context.report(report);
        else if (found.length < allowed)
          context.report({
            node: program,
            message: `${allowed - found.length} fewer than listed: run node scripts/plain-words.ts.`,
          });
      },
    };
  },
};

export default { meta: { name: "plain-words" }, rules: { "plain-words": plainWords } };
