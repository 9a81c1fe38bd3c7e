// Time has one source: electron/base/clock.ts for the programs, renderer/base/clock.ts for the page. This rule reports
// every other use of the platform's clocks and timers. test/fixtures/lint/other-clock breaks it.
import path from "node:path";

/** The clocks themselves, by their path inside the repository. */
const CLOCKS = new Set(["electron/base/clock.ts", "renderer/base/clock.ts"]);

/** Functions that plan calls. */
const TIMERS = new Set(["setTimeout", "setInterval", "clearTimeout", "clearInterval"]);
/** Properties that tell or measure time, by the object that has them. */
const TIMES = { Date: "now", performance: "now", AbortSignal: "timeout" };
const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self", "global"]);
const MODULES = /^(node:)?(timers(\/promises)?|perf_hooks)$/;

/** The path inside the repository; a lint fixture stands for the path that follows its own folder. */
const repositoryPath = (filename, cwd) =>
  path
    .relative(cwd, filename)
    .split(path.sep)
    .join("/")
    .replace(/^test\/fixtures\/lint\/[^/]+\//, "");

const nameOf = (node) => (node?.type === "Identifier" ? node.name : null);

/** The property's name in `object.name`, `object["name"]` or `{ name: … }`; null for a computed one. */
const keyOf = (key, isComputed) =>
  key?.type === "Literal" ? String(key.value) : isComputed ? null : nameOf(key);

/** The global that an expression stands for, such as "Date" for `Date` and `globalThis.Date`; null for any other. */
function globalOf(node) {
  if (node?.type !== "MemberExpression") return nameOf(node);
  return GLOBAL_OBJECTS.has(nameOf(node.object)) ? keyOf(node.property, node.computed) : null;
}

/** Whether an identifier is a name of its own, such as a property, a key or a type, and no use of a variable. */
function isOnlyName(node) {
  const { parent } = node;
  switch (parent?.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "Property":
      return parent.key === node && !parent.computed && !parent.shorthand;
    case "MethodDefinition":
    case "PropertyDefinition":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return parent.key === node && !parent.computed;
    default:
      return false;
  }
}

/** The properties that a pattern such as `{ now }` takes from a global. */
const takenKeys = (pattern) =>
  pattern?.type === "ObjectPattern"
    ? pattern.properties.flatMap((property) =>
        property.type === "Property" ? [keyOf(property.key, property.computed)] : [],
      )
    : [];

const oneClock = {
  create(context) {
    if (CLOCKS.has(repositoryPath(context.filename, context.cwd))) return {};
    const refuse = (node, what) =>
      context.report({ node, message: `No ${what} here: take the time from a Clock that the caller passes.` });
    const checkSource = (node) => {
      if (MODULES.test(node.source?.value)) refuse(node, `"${node.source.value}"`);
    };
    const checkTaken = (pattern, value) => {
      const from = globalOf(value);
      for (const key of takenKeys(pattern)) {
        if (TIMES[from] !== undefined && TIMES[from] === key) refuse(pattern, `${from}.${key}`);
        if (GLOBAL_OBJECTS.has(from) && TIMERS.has(key)) refuse(pattern, key);
      }
    };
    const checkDate = (node) => {
      if (globalOf(node.callee) === "Date" && node.arguments.length === 0)
        refuse(node, node.type === "NewExpression" ? "new Date()" : "Date()");
    };
    return {
      ImportDeclaration: checkSource,
      ImportExpression: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      Identifier(node) {
        if (TIMERS.has(node.name) && !isOnlyName(node)) refuse(node, node.name);
      },
      MemberExpression(node) {
        const key = keyOf(node.property, node.computed);
        const from = globalOf(node.object);
        if (TIMES[from] !== undefined && TIMES[from] === key) refuse(node, `${from}.${key}`);
        if (GLOBAL_OBJECTS.has(nameOf(node.object)) && TIMERS.has(key)) refuse(node, key);
      },
      NewExpression: checkDate,
      CallExpression: checkDate,
      VariableDeclarator(node) {
        checkTaken(node.id, node.init);
      },
      AssignmentExpression(node) {
        checkTaken(node.left, node.right);
      },
    };
  },
};

export default { meta: { name: "one-clock" }, rules: { "one-clock": oneClock } };
