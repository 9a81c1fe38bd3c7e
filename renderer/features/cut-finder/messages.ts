import { texts } from "../../../shared/base/text/texts.ts";
import { joinFacts } from "../../ui/messages.ts";
import { joinSentences } from "../../ui/join-sentences.ts";
import type { Cut } from "../../../shared/features/cut-finder/cut-types.ts";
import { countPieces } from "../../../shared/features/cut-finder/parse-cuts.ts";
import type { PlanFigures } from "../../../shared/features/cut-finder/plan-figures.ts";
import type { SavedCutPlan } from "../../../shared/features/cut-finder/saved-plan.ts";
import { formatCount, formatFullDateTime, formatNumber, formatPercent, listOf } from "../../base/format.ts";
import { withUnit } from "../../inventory/units/in-units.ts";

export const CUT_FINDER = texts("cutFinder", {
  title: "Cut finder",
  intro: "Finds the rolls for your cuts: little left over, and long rolls stay whole.",
  notReserved: "Nothing is reserved at the service. Others may take these rolls.",
  complete: "{completeness}.",
  stale: "{completeness}, {stale}.",
});
/**
 * The note above a plan. @param completeness the sentence about the age of its rows. @param stale the reason why the
 * rows are stale; "" if they are not stale.
 */
export const notReservedNote = (completeness: string, stale: string): string =>
  joinSentences(
    CUT_FINDER.notReserved,
    stale === "" ? CUT_FINDER.complete({ completeness }) : CUT_FINDER.stale({ completeness, stale }),
  );

export const FORM = texts("cutFinder.form", {
  title: "What do you need?",
  type: "Material type",
  typePlaceholder: "Find a type by name",
  noType: "No material type matches",
  cuts: "Cuts",
  cutsExample: "3 × {length} and 1 × 40",
  cutsHint: "How many and how long, as the service sends lengths: {example}",
  cutsHintInUnit: "How many and how long, in {unit}: {example}",
  cutsRead: "{pieces, plural, one {# piece} other {# pieces}}, {total} in all",
  together: "Only rolls in one location",
});
/** An example of cuts in the user's number format, which the field can read. */
export const cutsExample = (): string => FORM.cutsExample({ length: formatNumber(12.5) });
export const cutsHint = (unit: string | null): string =>
  unit === null
    ? FORM.cutsHint({ example: cutsExample() })
    : FORM.cutsHintInUnit({ unit, example: cutsExample() });

/** A length as the service sends it, with its unit. */
export const lengthText = (length: number, unit: string | null): string =>
  withUnit(formatNumber(length), unit ?? "");

/** Cuts in the user's number format: "3 × 12.5, 1 × 40". */
export const cutsInWords = (cuts: readonly Cut[]): string =>
  listOf(cuts.map(({ count, length }) => `${formatCount(count)} × ${formatNumber(length)}`));
/** Pieces as numbers and lengths, with no line break within a piece. */
export const piecesInWords = (pieces: readonly number[]): string =>
  cutsInWords(countPieces(pieces)).replaceAll(" × ", "\u00A0×\u00A0");

export const STOCK = texts("cutFinder.stock", {
  reading: "Reading the available items…",
  changing: "Items are still arriving. The plan follows in a moment.",
  none: "No available item of this type has a remaining length.",
  available:
    "{rolls, plural, one {# available item} other {# available items}} of this type with a remaining length.",
  onlyLongest: "Only the {read, number} longest of {all, number} available items are considered.",
});

export const PLAN = texts("cutFinder.plan", {
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
  notTogether: "No location has rolls for all cuts. This plan places the most length.",
});
export const SINGLE = texts("cutFinder.single", {
  title: "One roll that fits everything",
  none: "No single roll is long enough for all cuts.",
  more: "{count, plural, one {# longer roll fits} other {# longer rolls fit}} too.",
});

export const PLAN_FIGURES = texts("cutFinder.plan.figures", {
  rolls:
    "{rolls, plural, one {# roll} other {# rolls}} in {locations, plural, one {# location} other {# locations}}",
  left: "{remnant} of {opened} left over",
  announced:
    "{rolls, plural, one {# roll} other {# rolls}} in {locations, plural, one {# location} other {# locations}}, {remnant} of {opened} left over",
  announcedUnplaced:
    "{rolls, plural, one {# roll} other {# rolls}} in {locations, plural, one {# location} other {# locations}}, {remnant} of {opened} left over. No roll is left for {pieces}.",
  least: "The least possible: no plan for these cuts opens less than {least}.",
  more: "No plan for these cuts can open less than {least}. This one opens {more} ({share}) more, which is the most that a better plan could save.",
  tooLong: "No roll is long enough for {pieces}: the longest has {longest}.",
  noneLeft: "No roll is left for {pieces}.",
});
const lengthsOf = ({ remnant, opened }: PlanFigures, unit: string | null) => ({
  remnant: lengthText(remnant, unit),
  opened: lengthText(opened, unit),
});
export const leftSentence = (figures: PlanFigures, unit: string | null): string =>
  PLAN_FIGURES.left(lengthsOf(figures, unit));

/** The sentence about a plan's distance from the least possible length. */
export function boundSentence({ distance }: PlanFigures, lowerBound: number, unit: string | null): string {
  const least = lengthText(lowerBound, unit);
  if (distance === 0) return PLAN_FIGURES.least({ least });
  const share = formatPercent(distance / lowerBound);
  return PLAN_FIGURES.more({ least, more: lengthText(distance, unit), share });
}

/**
 * The sentences about pieces without a roll, with the reason. @param longest the length of the longest roll; null until
 * the rolls are loaded.
 */
export function unplacedSentences(
  pieces: readonly number[],
  longest: number | null,
  unit: string | null,
): readonly string[] {
  const tooLong = longest === null ? [] : pieces.filter((piece) => piece > longest);
  const missing = longest === null ? pieces : pieces.filter((piece) => piece <= longest);
  return [
    ...(tooLong.length > 0 && longest !== null
      ? [PLAN_FIGURES.tooLong({ pieces: piecesInWords(tooLong), longest: lengthText(longest, unit) })]
      : []),
    ...(missing.length > 0 ? [PLAN_FIGURES.noneLeft({ pieces: piecesInWords(missing) })] : []),
  ];
}
/** The announcement of a plan for screen readers. @param unplaced the number of pieces without a roll. */
export function planAnnouncement(
  rolls: number,
  figures: PlanFigures,
  unplaced: readonly number[],
  unit: string | null,
): string {
  const values = { rolls, locations: figures.locations, ...lengthsOf(figures, unit) };
  return unplaced.length === 0
    ? PLAN_FIGURES.announced(values)
    : PLAN_FIGURES.announcedUnplaced({ ...values, pieces: piecesInWords(unplaced) });
}

export const SAVED = texts("cutFinder.saved", {
  title: "Saved plans",
  none: "None yet. A saved plan keeps its rolls as they were, and says what changed since.",
  back: "Back to the cut finder",
  again: "Plan again with the rolls of today",
  delete: "Delete",
  gone: "This plan was deleted.",
  same: "All rolls are as they were when this plan was made.",
  dialog: "Save this plan",
  name: "Name",
  suggestedName: "{type}: {cuts}",
  deleteLabel: "Delete {name}",
  deleted: "“{name}” deleted",
  saved: "“{name}” saved",
  cuts: "Cuts: {cuts}",
  rolls: "{rolls, plural, one {# roll} other {# rolls}}",
  made: "Made {time}",
  changed: "{rolls, plural, one {# roll} other {# rolls}} changed since",
});
const madeSentence = (at: string): string => SAVED.made({ time: formatFullDateTime(at) });
export const savedSummary = ({ typeName, cuts, rolls, madeAt }: SavedCutPlan): string =>
  joinFacts(typeName, cutsInWords(cuts), SAVED.rolls({ rolls: rolls.length }), formatFullDateTime(madeAt));
export const suggestedName = (typeName: string, cuts: readonly Cut[]): string =>
  SAVED.suggestedName({ type: typeName, cuts: cutsInWords(cuts) }).slice(0, 120);

/** The changes of a roll since its plan was made. */
export const ROLL_CHANGES = texts("cutFinder.rollChanges", {
  gone: "No longer returned by the service",
  status: "Now {status, select, checked_out {checked out} archived {archived} other {“{label}”}}",
  length: "Now {length}",
  noLength: "No remaining length now",
  location: "Now in {name}",
  noLocation: "Now in no location",
});

/** The line below a saved plan: "Foil · Cuts: 3 × 12.5 · Made Nov 24, 2026, 10:00 AM". */
export const savedPlanLine = ({ typeName, cuts, madeAt }: SavedCutPlan): string =>
  joinFacts(typeName, cutsLine(cuts), madeSentence(madeAt));
const cutsLine = (cuts: readonly Cut[]): string => SAVED.cuts({ cuts: cutsInWords(cuts) });

/** The line with the cuts of a printed plan. @param typeName null if the title already contains the type. */
export const sheetCuts = (typeName: string | null, cuts: readonly Cut[]): string =>
  joinFacts(typeName, cutsLine(cuts));
/** The line with the figures of a printed plan: "2 rolls in 1 location · 3 m of 100 m left over". */
export const sheetFigures = (rolls: number, figures: PlanFigures, unit: string | null): string =>
  joinFacts(PLAN_FIGURES.rolls({ rolls, locations: figures.locations }), leftSentence(figures, unit));
/** The line with the age of a printed plan and of its rows. @param madeAt null for a plan that is not saved. */
export const sheetFacts = (madeAt: string | null, now: number, completeness: string): string =>
  joinFacts(
    madeAt === null ? formatFullDateTime(new Date(now).toISOString()) : madeSentence(madeAt),
    completeness,
    CUT_FINDER.notReserved,
  );
export const SHEET = texts("cutFinder.sheet", {
  title: "Cuts from {type}",
  saved: "{file} saved",
});
