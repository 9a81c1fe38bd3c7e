/** A part of the proof, and what it may cost on two idle cores. */
export interface TestPart {
  readonly name: string;
  readonly proves: string;
  /** Seconds, and seconds of processor time. A part over its budget is reported, but does not fail the run. */
  readonly budget: { readonly seconds: number; readonly processor: number };
  /** The budget in the whole run; absent if the part is the same there. */
  readonly wholeBudget?: { readonly seconds: number; readonly processor: number };
}

/** The parts of `npm test`. The whole run has all tests of each, and `MORE_PARTS`. */
export const PARTS = [
  {
    name: "unit",
    proves: "rules",
    budget: { seconds: 60, processor: 110 },
    wholeBudget: { seconds: 70, processor: 120 },
  },
  {
    name: "integration",
    proves: "core, sync, exports, team, collector, command line, in one process",
    budget: { seconds: 110, processor: 180 },
    wholeBudget: { seconds: 300, processor: 420 },
  },
  {
    name: "component",
    proves: "wording and flow of the page",
    budget: { seconds: 105, processor: 190 },
  },
  {
    name: "page",
    proves: "layout, focus, paint, print, drag, CSP, accessibility, in Chromium",
    budget: { seconds: 230, processor: 210 },
    wholeBudget: { seconds: 560, processor: 420 },
  },
  {
    name: "electron",
    proves: "keychain, sandbox, windows, tray, quit, second instance",
    budget: { seconds: 85, processor: 110 },
    wholeBudget: { seconds: 400, processor: 370 },
  },
] as const satisfies readonly TestPart[];

/** The parts that only the whole run has. */
export const MORE_PARTS = [
  { name: "fuzz", proves: "hostile inputs change no promise", budget: { seconds: 120, processor: 200 } },
  {
    name: "package",
    proves: "the installed .deb works, and leaves nothing behind",
    budget: { seconds: 180, processor: 200 },
  },
  {
    name: "soak",
    proves: "two minutes of faults leave an exact copy",
    budget: { seconds: 180, processor: 60 },
  },
] as const satisfies readonly TestPart[];

export type PartName = (typeof PARTS)[number]["name"] | (typeof MORE_PARTS)[number]["name"];

export type NamedPart = TestPart & { readonly name: PartName };

export const ALL_PARTS: readonly NamedPart[] = [...PARTS, ...MORE_PARTS];

/** Parts that run at the same time, as one part of the table. */
export function togetherAs(parts: readonly [TestPart, ...(readonly TestPart[])]): TestPart {
  if (parts.length === 1) return parts[0];
  const listed = (field: "name" | "proves"): string => parts.map((part) => part[field]).join(", ");
  return {
    name: listed("name"),
    proves: listed("proves"),
    budget: {
      seconds: Math.max(...parts.map(({ budget }) => budget.seconds)),
      processor: parts.reduce((sum, { budget }) => sum + budget.processor, 0),
    },
  };
}
