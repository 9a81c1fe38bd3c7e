// A lint rule that keeps the texts of users in messages.ts: no words in components, in the properties that
// users read, in columns and menus, and no sentences anywhere else. Another language is then another set of
// these modules.
import path from "node:path";

/** Attributes and properties whose value users read or hear. */
const READ_BY_USERS =
  /^(?:alt|header|text|what|words|summary|empty|subject)$|^aria-(?:description|roledescription|valuetext)$|(?:label|title|placeholder|description|message|heading|hint|note|caption|accessiblename|advice)$/i;

/** Helpers that put words together for users. */
const HELPERS = new Set(["plural", "pluralForm", "listOfAll", "listOfAny"]);

/** Constants that hold such values: `STATE_LABELS`. */
const HOLDING_TEXTS = /(?:^|_)(?:LABEL|TITLE|TEXT|WORD|HINT)S?$/;

const LETTER = /\p{L}/u;
/** The app's name, which is the same in every language. */
const APP_NAME = "Stockdeck";
/** A capital letter, and a second word. */
const SENTENCE = /^\p{Lu}\p{Ll}*(?:['’]\p{Ll}+)?,? [“(\p{L}]/u;
/** Methods that return the text or list that they are called on. */
const KEEPING = new Set(["join", "filter", "concat", "trim", "toLowerCase", "toUpperCase"]);

/** The expressions that can be a value. Conditions, comparisons and arguments of calls are code. */
function resultsOf(node) {
  switch (node?.type) {
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap(resultsOf);
    case "LogicalExpression":
      return [node.left, node.right].flatMap(resultsOf);
    case "BinaryExpression":
      return node.operator === "+" ? [node.left, node.right].flatMap(resultsOf) : [];
    case "TemplateLiteral":
      return [...node.quasis, ...node.expressions.flatMap(resultsOf)];
    case "ArrayExpression":
      return node.elements.flatMap(resultsOf);
    case "SpreadElement":
      return resultsOf(node.argument);
    case "JSXExpressionContainer":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ChainExpression":
    case "ParenthesizedExpression":
      return resultsOf(node.expression);
    case "ArrowFunctionExpression":
      return resultsOf(node.body);
    case "CallExpression":
      return KEEPING.has(node.callee.property?.name) ? resultsOf(node.callee.object) : [];
    default:
      return node ? [node] : [];
  }
}

const textOf = ({ type, value }) => {
  if (type === "TemplateElement") return value.cooked ?? value.raw;
  return type === "Literal" && typeof value === "string" ? value : "";
};

/** `aria-label`, `label`; "" for a computed name. */
const nameOf = ({ name, value }) =>
  typeof name === "string" ? name : typeof value === "string" ? value : "";

/** `assertNever` is for the log; `texts` and `sentences` declare texts, also outside a messages.ts. */
const NO_TEXTS_OF_CODE = new Set(["assertNever", "texts", "sentences"]);

/** Errors are for the log: the code that catches one shows its own text. */
const isOfError = (node) => {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === "NewExpression") return /(?:Error|Exception)$/.test(at.callee.name ?? "");
    if (at.type === "CallExpression" && NO_TEXTS_OF_CODE.has(at.callee.name)) return true;
    if (/Function|^JSX/.test(at.type)) return false;
  }
  return false;
};

const inMessages = {
  create(context) {
    if (path.basename(context.filename) === "messages.ts") return {};
    // One text may be the value of an attribute and a sentence.
    const reported = new Set();
    const report = (node) => {
      if (reported.has(node)) return;
      reported.add(node);
      const words = (node.type === "JSXText" ? node.value : textOf(node)).trim();
      context.report({ node, message: `Users read "${words}": put it into the messages.ts of its feature.` });
    };
    const check = (value) => {
      for (const result of resultsOf(value))
        if (LETTER.test(textOf(result)) && textOf(result) !== APP_NAME) report(result);
    };
    const checkSentence = (node) => {
      if (SENTENCE.test(textOf(node)) && !isOfError(node)) report(node);
    };
    return {
      JSXText(node) {
        if (LETTER.test(node.value)) report(node);
      },
      JSXExpressionContainer(node) {
        if (node.parent.type !== "JSXAttribute") check(node.expression);
      },
      JSXAttribute(node) {
        if (node.value && READ_BY_USERS.test(nameOf(node.name))) check(node.value);
      },
      Property(node) {
        if (node.parent.type !== "ObjectExpression" || node.computed || node.value.type === "ArrayExpression")
          return;
        if (READ_BY_USERS.test(nameOf(node.key))) check(node.value);
      },
      VariableDeclarator(node) {
        if (!HOLDING_TEXTS.test(nameOf(node.id))) return;
        for (const { value } of node.init?.properties ?? [{ value: node.init }]) check(value);
      },
      Literal: checkSentence,
      TemplateElement: checkSentence,
      ImportSpecifier(node) {
        if (HELPERS.has(node.imported.name))
          context.report({
            node,
            message: `${node.imported.name} makes texts of users: call it in messages.ts.`,
          });
      },
    };
  },
};

/** Separators of whole texts: facts in one line, and lines. A call without one joins no texts. */
const SEPARATES_FACTS = /^(?: · |\n|)$/;
const CASE = new Set(["toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase"]);
const isText = ({ type, value }) =>
  type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");

/**
 * A sentence is one message of `texts()` (`shared/base/text/texts.ts`). Code that puts words together has the grammar of
 * English.
 */
const wholeSentences = {
  create(context) {
    if (path.basename(context.filename) !== "messages.ts") return {};
    const report = (node, what) =>
      context.report({
        node,
        message: `${what} has the grammar of English: declare the whole sentence in texts().`,
      });
    return {
      TemplateLiteral(node) {
        if (node.quasis.some(({ value }) => LETTER.test(value.cooked ?? value.raw)))
          report(node, "A template");
      },
      BinaryExpression(node) {
        if (node.operator === "+" && (isText(node.left) || isText(node.right)))
          report(node, "A sum of texts");
      },
      CallExpression(node) {
        const name = node.callee.property?.name;
        if (name === "join" && !SEPARATES_FACTS.test(textOf(node.arguments[0] ?? node)))
          report(node, "A joined text");
        if (CASE.has(name)) report(node, "A changed case");
      },
    };
  },
};

export default {
  meta: { name: "texts" },
  rules: { "in-messages": inMessages, "whole-sentences": wholeSentences },
};
