import { joinFacts } from "../../ui/messages.ts";
import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import { countPieces } from "../../../shared/features/cut-finder/parse-cuts.ts";
import type { PlanFigures } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedCutPlan } from "../../../shared/features/cut-finder/saved-plan.ts";
import { formatCount, formatFullDateTime, formatNumber, formatPercent, plural } from "../../base/format.ts";
import { withUnit } from "../../inventory/units/in-units.ts";

export const TITLE = "Cut finder";
export const INTRO = "Finds the rolls for your cuts: little left over, and long rolls stay whole.";
export const NOT_RESERVED = "Nothing is reserved at the service. Others may take these rolls.";
/** The note above a plan. @param completeness of its rows. @param stale why the rows are stale; "" if they are not. */
export const notReservedNote = (completeness: string, stale: string): string =>
  `${NOT_RESERVED} ${completeness}${stale === "" ? "" : `, ${stale}`}.`;

export const FORM = {
  title: "What do you need?",
  type: "Material type",
  typePlaceholder: "Find a type by name",
  noType: "No material type matches",
  cuts: "Cuts",
  together: "Only rolls in one location",
};
/** An example in the user's number format, which the field reads. */
export const cutsExample = (): string => `3 × ${formatNumber(12.5)} and 1 × 40`;
export const cutsHint = (unit: string | null): string =>
  unit === null
    ? `How many and how long, as the service sends lengths: ${cutsExample()}`
    : `How many and how long, in ${unit}: ${cutsExample()}`;
export const cutsRead = (pieces: number, total: string): string =>
  `${plural(pieces, "piece")}, ${total} in all`;

/** A length with its unit, as the service sends it. */
export const lengthText = (length: number, unit: string | null): string =>
  withUnit(formatNumber(length), unit ?? "");

/** "3 × 12.5, 1 × 40", in the user's number format. */
export const cutsInWords = (cuts: readonly Cut[]): string =>
  cuts.map(({ count, length }) => `${formatCount(count)} × ${formatNumber(length)}`).join(", ");
/** Pieces as counts and lengths, with no line break within a piece. */
export const piecesInWords = (pieces: readonly number[]): string =>
  cutsInWords(countPieces(pieces)).replaceAll(" × ", "\u00A0×\u00A0");

export const STOCK = {
  reading: "Reading the available items…",
  changing: "Items are still arriving. The plan follows in a moment.",
  none: "No available item of this type has a remaining length.",
};
export const stockSentence = (rolls: number): string =>
  `${plural(rolls, "available item")} of this type with a remaining length.`;
export const onlyLongest = (read: number, total: number): string =>
  `Only the ${formatCount(read)} longest of ${formatCount(total)} available items are considered.`;

export const PLAN = {
  title: "Plan",
  roll: "Roll",
  location: "Location",
  length: "Length now",
  planned: "Length then",
  cuts: "Cuts",
  remnant: "Left over",
  done: "Done",
  changes: "Since then",
  save: "Save plan…",
  print: "Print…",
  pdf: "Save as PDF…",
  noLocation: "No location",
};
export const SINGLE = {
  title: "One roll that fits everything",
  none: "No single roll is long enough for all cuts.",
};
export const moreSingles = (count: number): string =>
  `${plural(count, "longer roll fits", "longer rolls fit")} too.`;

/** "2 rolls in 1 location". */
export const rollsSentence = (rolls: number, { locations }: PlanFigures): string =>
  `${plural(rolls, "roll")} in ${plural(locations, "location")}`;
export const leftSentence = ({ remnant, opened }: PlanFigures, unit: string | null): string =>
  `${lengthText(remnant, unit)} of ${lengthText(opened, unit)} left over`;

/** The distance of a plan from the least possible length. */
export function boundSentence({ distance }: PlanFigures, lowerBound: number, unit: string | null): string {
  const least = lengthText(lowerBound, unit);
  if (distance === 0) return `The least possible: no plan for these cuts opens less than ${least}.`;
  const more = `${lengthText(distance, unit)} (${formatPercent(distance / lowerBound)}) more`;
  return `No plan for these cuts can open less than ${least}. This one opens ${more}, which is the most that a better plan could save.`;
}

/** The pieces without a roll, with the reason. @param longest length of a roll; null until rolls are loaded. */
export function unplacedSentences(
  pieces: readonly number[],
  longest: number | null,
  unit: string | null,
): readonly string[] {
  const tooLong = longest === null ? [] : pieces.filter((piece) => piece > longest);
  const missing = longest === null ? pieces : pieces.filter((piece) => piece <= longest);
  return [
    ...(tooLong.length > 0 && longest !== null
      ? [
          `No roll is long enough for ${piecesInWords(tooLong)}: the longest has ${lengthText(longest, unit)}.`,
        ]
      : []),
    ...(missing.length > 0 ? [`No roll is left for ${piecesInWords(missing)}.`] : []),
  ];
}
/** A plan for screen readers. @param unplaced the number of pieces without a roll. */
export const planAnnouncement = (
  rolls: number,
  figures: PlanFigures,
  unplaced: readonly number[],
  unit: string | null,
): string =>
  [
    `${rollsSentence(rolls, figures)}, ${leftSentence(figures, unit)}`,
    ...unplacedSentences(unplaced, null, unit),
  ].join(". ");
export const NOT_TOGETHER = "No location has rolls for all cuts. This plan places the most length.";

export const SAVED = {
  title: "Saved plans",
  none: "None yet. A saved plan keeps its rolls as they were, and says what changed since.",
  back: "Back to the cut finder",
  again: "Plan again with the rolls of today",
  delete: "Delete",
  gone: "This plan was deleted.",
  same: "All rolls are as they were when this plan was made.",
  dialog: "Save this plan",
  name: "Name",
};
export const deleteLabel = (name: string): string => `Delete ${name}`;
export const planDeleted = (name: string): string => `“${name}” deleted`;
export const planSaved = (name: string): string => `“${name}” saved`;
const madeSentence = (at: string): string => `Made ${formatFullDateTime(at)}`;
export const savedSummary = ({ typeName, cuts, rolls, madeAt }: SavedCutPlan): string =>
  joinFacts(typeName, cutsInWords(cuts), plural(rolls.length, "roll"), formatFullDateTime(madeAt));
export const changedSentence = (rolls: number): string => `${plural(rolls, "roll")} changed since`;
export const suggestedName = (typeName: string, cuts: readonly Cut[]): string =>
  `${typeName}: ${cutsInWords(cuts)}`.slice(0, 120);

/** The changes of a roll since its plan was made. */
export const ROLL_CHANGES = {
  gone: "No longer returned by the service",
  status: (status: string): string => `Now ${status.toLowerCase()}`,
  length: (length: string): string => `Now ${length}`,
  noLength: "No remaining length now",
  location: (name: string): string => `Now in ${name}`,
};

/** The origin of a saved plan: "Foil · Cuts: 3 × 12.5 · Made Nov 24, 2026, 10:00 AM". */
export const savedPlanLine = ({ typeName, cuts, madeAt }: SavedCutPlan): string =>
  joinFacts(typeName, cutsLine(cuts), madeSentence(madeAt));
const cutsLine = (cuts: readonly Cut[]): string => `Cuts: ${cutsInWords(cuts)}`;

/** The cuts of a printed plan. @param typeName null if the title has the type already. */
export const sheetCuts = (typeName: string | null, cuts: readonly Cut[]): string =>
  joinFacts(typeName, cutsLine(cuts));
/** The figures of a printed plan: "2 rolls in 1 location · 3 m of 100 m left over". */
export const sheetFigures = (rolls: number, figures: PlanFigures, unit: string | null): string =>
  joinFacts(rollsSentence(rolls, figures), leftSentence(figures, unit));
/** The age of a printed plan and of its rows. @param madeAt null for a plan that is not saved. */
export const sheetFacts = (madeAt: string | null, now: number, completeness: string): string =>
  joinFacts(
    madeAt === null ? formatFullDateTime(new Date(now).toISOString()) : madeSentence(madeAt),
    completeness,
    NOT_RESERVED,
  );
export const sheetTitle = (typeName: string): string => `Cuts from ${typeName}`;
export const pdfSaved = (file: string): string => `${file} saved`;
