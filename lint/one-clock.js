// Time has one source: electron/base/clock.ts for the programs, renderer/base/clock.ts for the page. This rule reports
// every other use of the platform's clocks and timers, and tests that sleep. test/fixtures/lint/other-clock breaks it.
import { isChecked, repositoryPath } from "./borders.js";

/** The clocks themselves, by their path inside the repository. */
const CLOCKS = new Set(["electron/base/clock.ts", "renderer/base/clock.ts"]);

/** Functions that plan calls. */
const TIMERS = new Set(["setTimeout", "setInterval", "clearTimeout", "clearInterval"]);
/** Properties that tell or measure time, by the object that has them. */
const TIMES = { Date: "now", performance: "now", AbortSignal: "timeout" };
const GLOBAL_OBJECTS = new Set(["globalThis", "window", "self", "global"]);
const MODULES = /^(node:)?(timers(\/promises)?|perf_hooks)$/;

const nameOf = (node) => (node?.type === "Identifier" ? node.name : null);

/** The property's name in `object.name`, `object["name"]` or `{ name: … }`; null for a computed one. */
const keyOf = (key, isComputed) =>
  key?.type === "Literal" ? String(key.value) : isComputed ? null : nameOf(key);

/** The global that an expression stands for, such as "Date" for `Date` and `globalThis.Date`; null for any other. */
function globalOf(node) {
  if (node?.type !== "MemberExpression") return nameOf(node);
  return GLOBAL_OBJECTS.has(nameOf(node.object)) ? keyOf(node.property, node.computed) : null;
}

/** Whether an identifier only names something, such as a property or a key. */
function isOnlyName(node) {
  const { parent } = node;
  switch (parent?.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "ImportSpecifier":
      return true;
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
    const file = repositoryPath(context.filename, context.cwd);
    if (!isChecked(file) || CLOCKS.has(file)) return {};
    const refuse = (node, what) =>
      context.report({
        node,
        message: `No ${what} here: take the time from a Clock that the caller passes.`,
      });
    const checkSource = (node) => {
      if (MODULES.test(node.source?.value)) refuse(node, `"${node.source.value}"`);
    };
    const checkTaken = (pattern, value) => {
      const from = globalOf(value);
      if (nameOf(pattern) !== null && TIMES[from] !== undefined) refuse(pattern, `other name of ${from}`);
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

/** The tests that may sleep, each with its reason. Keep this list short. */
const SLEEPING_TESTS = new Map([
  ["test/integration/core/connection-manager.test.ts", "a late answer of the keychain must change nothing"],
  ["test/unit/electron/index/table-index-manager.test.ts", "the index is read in slices of computing time"],
  ["test/integration/collector/killed.test.ts", "a process is killed at a random moment"],
  ["test/integration/collector/postgres.test.ts", "PostgreSQL is killed at a random moment"],
  ["test/integration/cli/killed.test.ts", "a process is killed at a random moment"],
  ["test/integration/sync/engine.test.ts", "no further request may reach a real service"],
  ["test/integration/sync/rate-limit.test.ts", "no further request may reach a real service"],
  ["test/integration/sync/node-fetch.test.ts", "real sockets close and are cancelled"],
  ["test/integration/sync/odd-answers.test.ts", "a real server pauses within its answer"],
  ["test/component/dom.ts", "stands for timers of the browser itself"],
  ["test/component/shell/background-clock.test.ts", "the countdown of a whole page runs in real time"],
]);

const noSleeps = {
  create(context) {
    const file = repositoryPath(context.filename, context.cwd);
    if (!/^test\/(unit|integration|component)\//.test(file) || SLEEPING_TESTS.has(file)) return {};
    const refuse = (node) =>
      context.report({
        node,
        message: "A test does not sleep: use a virtual clock, or see SLEEPING_TESTS in lint/one-clock.js.",
      });
    return {
      ImportDeclaration(node) {
        if (/^(node:)?timers(\/promises)?$/.test(node.source.value)) refuse(node);
      },
      Identifier(node) {
        if (node.name === "setTimeout" && !isOnlyName(node)) refuse(node);
      },
      MemberExpression(node) {
        if (GLOBAL_OBJECTS.has(nameOf(node.object)) && keyOf(node.property, node.computed) === "setTimeout")
          refuse(node);
      },
    };
  },
};

export default {
  meta: { name: "one-clock" },
  /** For the test that checks whether each of these tests still sleeps. */
  sleepingTests: [...SLEEPING_TESTS.keys()],
  rules: { "one-clock": oneClock, "no-sleeps": noSleeps },
};
