import type { CountMoney, ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import { groupBy } from "../../../shared/base/group-by.ts";
import { minorDigits } from "../../../shared/inventory/currency.ts";
import { isOpenDifference } from "../../../shared/features/counts/reconcile.ts";

/** The parts of a result, in the order of the screen. A finding can be in several parts. */
export const SECTIONS = [
  "missing",
  "elsewhere",
  "checkedOut",
  "archived",
  "unexpected",
  "unknown",
  "differences",
  "explained",
  "duplicates",
  "notDrawn",
  "present",
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * The parts to which a finding belongs. A difference is in a separate part if a change during the count explains it.
 */
export function sectionsOf(finding: ListedFinding): readonly Section[] {
  const { kind, scans, explained, lengthDiffers, weightDiffers } = finding;
  const isOpen = isOpenDifference(finding);
  const differs = lengthDiffers || weightDiffers;
  return [
    ...(kind !== "present" && kind !== "notDrawn" && isOpen ? [kind] : []),
    ...(differs && isOpen ? (["differences"] as const) : []),
    ...(explained !== null && (differs || kind !== "present") ? (["explained"] as const) : []),
    ...(scans > 1 ? (["duplicates"] as const) : []),
    ...(kind === "present" || kind === "notDrawn" ? [kind] : []),
  ];
}

/** Divides findings into parts, in the result's order. Parts without findings are left out. */
export function bySection(
  findings: readonly ListedFinding[],
): ReadonlyMap<Section, readonly ListedFinding[]> {
  const pairs = findings.flatMap((finding) => sectionsOf(finding).map((section) => ({ section, finding })));
  const grouped = groupBy(pairs, ({ section }) => section);
  return new Map(
    SECTIONS.flatMap((section) => {
      const found = grouped.get(section);
      return found ? [[section, found.map(({ finding }) => finding)] as const] : [];
    }),
  );
}

/** The sum of the amounts in one currency. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

/** The value of a part: exact sums by currency, and the number of rows with a value. */
export interface Worth {
  readonly sums: readonly Sum[];
  readonly known: number;
  readonly rows: number;
}

/** Adds up the values of a part in the minor unit. So the total equals the sum of the rows on screen. */
export function worthOf(section: Section, findings: readonly ListedFinding[]): Worth {
  const values = findings.flatMap((finding) => moneyOf(section, finding) ?? []);
  const sums = [...groupBy(values, ({ currency }) => currency)].map(([currency, amounts]) => ({
    currency,
    amount: amounts.reduce((sum, { minor }) => sum + minor, 0) / 10 ** minorDigits(currency),
  }));
  return {
    sums: sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    known: values.length,
    rows: findings.length,
  };
}

/** The money of a finding: in the part "differences" the value of the difference, else the value of the item. */
export function moneyOf(section: Section, finding: ListedFinding): CountMoney | null {
  return section === "differences" ? finding.valueDifference : finding.value;
}

/** An amount in the currency's main unit. */
export const amountOf = ({ minor, currency }: CountMoney): number => minor / 10 ** minorDigits(currency);
