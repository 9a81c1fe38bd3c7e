// Circles through `import()`, which `import/no-cycle` does not see: a file that loads another one later, and is imported by
// it. Both then load with each other, whatever the first one waited for. test/fixtures/lint/lazy-circle has one.
import fs from "node:fs";
import path from "node:path";

const IMPORTS = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"'\n]*\.tsx?)["']/g;

/** The files that a file imports, by its path. Types and `import()` count. */
const known = new Map();

function importsOf(file) {
  let imports = known.get(file);
  if (!imports) {
    const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
    imports = Array.from(text.matchAll(IMPORTS), ([, source]) => path.join(path.dirname(file), source));
    known.set(file, imports);
  }
  return imports;
}

/** Whether a file imports another one, directly or through others. */
function reaches(file, target) {
  const seen = new Set([file]);
  for (const one of seen) {
    if (one === target) return true;
    for (const next of importsOf(one)) seen.add(next);
  }
  return false;
}

const lazyCircles = {
  create(context) {
    return {
      ImportExpression(node) {
        const source = node.source?.value;
        if (typeof source !== "string" || !source.startsWith(".")) return;
        const loaded = path.join(path.dirname(context.filename), source);
        if (!reaches(loaded, context.filename)) return;
        const message = `${source} imports this file. Move what it needs into a file that does not load it.`;
        context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: "lazy-circles" }, rules: { "lazy-circles": lazyCircles } };
