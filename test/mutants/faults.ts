import { parseSync } from "vite";

/** The kinds of faults that the tests must detect. */
export const KINDS = ["flipped comparison", "lost await", "missing check", "swallowed error"] as const;
export type Kind = (typeof KINDS)[number];

/** A fault in a source file: the text of a range is replaced. */
export interface Fault {
  readonly kind: Kind;
  /** The range in the source, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Replaces the range with code without a fault that reports that it was reached. */
  readonly reached: (report: string) => string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const FLIPPED: Readonly<Record<string, string>> = {
  "<": ">=",
  ">": "<=",
  "<=": ">",
  ">=": "<",
  "===": "!==",
  "!==": "===",
};

const LEAVES: ReadonlySet<string> = new Set([
  "ReturnStatement",
  "ThrowStatement",
  "ContinueStatement",
  "BreakStatement",
]);

/** Finds every fault of the four kinds that a source can have. @param file its extension decides the syntax. */
export function faultsOf(file: string, source: string): readonly Fault[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ""}`);
  const faults: Fault[] = [];
  visit(program as unknown as Node, (node) => {
    const fault = faultAt(node, source);
    if (fault) faults.push({ start: node.start, end: node.end, ...fault });
  });
  return faults;
}

function faultAt(node: Node, source: string): Omit<Fault, "start" | "end"> | null {
  const text = (part: unknown): string => source.slice((part as Node).start, (part as Node).end);
  const whole = text(node);
  if (node.type === "BinaryExpression") {
    const flipped = FLIPPED[node["operator"] as string];
    if (flipped === undefined) return null;
    const replacement = `(${text(node["left"])} ${flipped} ${text(node["right"])})`;
    return { kind: "flipped comparison", replacement, reached: (report) => `(${report}, ${whole})` };
  }
  if (node.type === "ExpressionStatement" && isA(node["expression"], "AwaitExpression")) {
    const awaited = text((node["expression"] as Node)["argument"]);
    return {
      kind: "lost await",
      replacement: `void ${awaited};`,
      reached: (report) => `(${report}, ${text(node["expression"])});`,
    };
  }
  if (node.type === "IfStatement" && node["alternate"] === null && leaves(node["consequent"] as Node)) {
    const [test, then] = [text(node["test"]), text(node["consequent"])];
    return {
      kind: "missing check",
      replacement: ";",
      reached: (report) => `if ((${report}, ${test})) ${then}`,
    };
  }
  if (node.type === "CatchClause" && ((node["body"] as Node)["body"] as unknown[]).length > 0) {
    const caught = node["param"] ? `catch (${text(node["param"])})` : "catch";
    return {
      kind: "swallowed error",
      replacement: `${caught} {}`,
      reached: (report) => `${caught} { ${report}; ${text(node["body"])} }`,
    };
  }
  return null;
}

const isA = (node: unknown, type: string): boolean => (node as Node | null)?.type === type;

/** Whether a guard's statement ends the function or the loop's step. */
function leaves(statement: Node): boolean {
  if (statement.type !== "BlockStatement") return LEAVES.has(statement.type);
  const last = (statement["body"] as Node[]).at(-1);
  return last !== undefined && LEAVES.has(last.type);
}

function visit(node: Node, onNode: (node: Node) => void): void {
  onNode(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof child === "object" && child !== null && "type" in child) visit(child as Node, onNode);
  }
}

/** Applies changes to a source. Their ranges must not overlap. */
export function changed(
  source: string,
  changes: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  const fromTheEnd = changes.toSorted((a, b) => b.start - a.start);
  return fromTheEnd.reduce(
    (text, change) => text.slice(0, change.start) + change.text + text.slice(change.end),
    source,
  );
}
