import type { Quantity, UnitSet, Weighing } from "../../../shared/inventory/units.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatPercent, listOf } from "../../base/format.ts";
import { joinSentences } from "../../ui/join-sentences.ts";

export const UNITS_SCREEN = texts("units", {
  title: "Units",
  intro:
    "The API gives numbers without units. Set them here for this connection: tables, details, totals, print and exports then name them. Nothing is sent to the service.",
  usual: "Units of this connection",
  noUnit: "No unit",
  asOthers: "As the others",
  unitOf:
    "{quantity, select, length {Lengths} weight {Weights} width {Widths} other {Thicknesses}} of {type}",
});

export const QUANTITY_LABELS: Readonly<Record<Quantity, string>> = texts("units.quantities", {
  length: "Lengths",
  weight: "Weights",
  width: "Widths",
  thickness: "Thicknesses",
});
export const WEIGHING = texts("units.weighing", {
  label: "Weights are",
  none: "Not known",
  labelOf: "Whether weights of {type} include the spool",
});
export const WEIGHING_LABELS: Readonly<Record<Weighing, string>> = texts("units.weighings", {
  gross: "With the spool",
  net: "Without the spool",
});

export const OVERRIDES = texts("units.overrides", {
  title: "Material types with other units",
  text: "For types whose numbers are in other units than the rest.",
  add: "Add a material type",
  none: "No other material type matches",
  remove: "Remove the units of {type}",
});

export const SHOWN_IN = texts("units.shownIn", {
  title: "Show in other units",
  text: "Tables, details, totals, copies and print then show converted numbers if a unit is known. Filters and exports keep the numbers of the service.",
  none: "As sent",
});

export const PROPOSAL = texts("units.proposal", {
  title: "What the data say",
  working: "Comparing weights with lengths and densities…",
  use: "Use these units",
  used: "These units are set.",
  chart: "Weight computed with these units, as a share of the weight that the service gives.",
  share: "Computed ÷ given weight",
  items: "Items",
  fits: "With these units the weights of {items, plural, one {# item} other {# items}} agree with their sizes and densities: half of them are off by {error} or less.",
  withSpool: "Weights include the spool.",
  withoutSpool: "Weights are without the spool.",
  noFit:
    "No combination of units makes the weights of {items, plural, one {# item} other {# items}} agree with their sizes and densities. The best one is off by {error} in the middle. Set the units below if you know them.",
  tooFew:
    "Only {items, plural, one {# item} other {# items}} with weight, length and a density in a known unit: too few to tell. Set the units below if you know them.",
  range: "{from} to {to}",
  outside: "{items, plural, one {# item is} other {# items are}} further off.",
});

const IN_UNITS = texts("units.inUnits", {
  first: "{quantity, select, length {Lengths} weight {Weights} width {Widths} other {Thicknesses}} in {unit}",
  next: "{quantity, select, length {lengths} weight {weights} width {widths} other {thicknesses}} in {unit}",
});
/** The units of a proposal: "Lengths in m, weights in kg". */
export function unitsInWords(units: UnitSet): string {
  const known = (Object.keys(QUANTITY_LABELS) as Quantity[]).flatMap((quantity) => {
    const unit = units[quantity];
    return unit === null ? [] : [{ quantity, unit }];
  });
  return listOf(known.map((one, at) => (at === 0 ? IN_UNITS.first(one) : IN_UNITS.next(one))));
}

/** The least error that is shown. A smaller error would read as 0 %. */
const LEAST_ERROR = 0.001;

/** The accuracy of a proposal. @param error the median error, as a share. */
export const fitSentence = (items: number, error: number, withSpool: boolean): string =>
  joinSentences(
    PROPOSAL.fits({ items, error: formatPercent(Math.max(error, LEAST_ERROR)) }),
    withSpool ? PROPOSAL.withSpool : PROPOSAL.withoutSpool,
  );

export const noFit = (items: number, error: number): string =>
  PROPOSAL.noFit({ items, error: formatPercent(error) });

export const bucketLabel = (from: number, to: number): string =>
  PROPOSAL.range({ from: formatPercent(from), to: formatPercent(to) });
