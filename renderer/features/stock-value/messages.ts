import type { PriceBasis } from "../../../shared/features/stock-value/valuation.ts";
import { formatCount, plural } from "../../base/format.ts";

export const TITLE = "Prices";
export const INTRO =
  "The API sends prices and currencies, but does not say what each pricing basis means. Confirm it here: only then are items valued. Nothing is sent to the service.";
export const UNITS_NOTE =
  "A price per foot needs the unit of lengths. A price per pound needs the unit of weights, and whether they include the spool.";
export const OPEN_UNITS = "Units…";

export const BASES = {
  title: "Pricing bases of the material types",
  basis: "Pricing basis",
  types: "Material types",
  perFoot: "With price per foot",
  perPound: "With price per pound",
  meaning: "Means",
  none: "This connection has no material types yet.",
  missing: "No basis",
  missingNote: "Set below, type by type",
  working: "Reading the material types…",
};
export const BASIS_LABELS: Readonly<Record<PriceBasis, string>> = { foot: "Per foot", pound: "Per pound" };
export const NOT_CONFIRMED = "Not confirmed";
/** The choice that the data suggest: "Not confirmed (proposed: per foot)". */
export const notConfirmed = (proposed: PriceBasis | null): string =>
  proposed === null ? NOT_CONFIRMED : `${NOT_CONFIRMED} (proposed: ${BASIS_LABELS[proposed].toLowerCase()})`;
export const meaningOf = (basis: string): string => `Meaning of ${basis}`;
export const confirmProposals = (count: number): string => `Confirm ${plural(count, "proposal")}`;

export const TYPES = {
  title: "Material types with a basis of their own",
  text: "For types without a pricing basis, or whose basis means something else.",
  add: "Add a material type",
  none: "No other material type matches",
};
export const typeBasisLabel = (type: string): string => `Basis of ${type}`;
export const removeLabel = (type: string): string => `Remove the basis of ${type}`;

export const SECTION = {
  title: "Prices",
  intro: "What the service's prices are for. It decides how stock is valued.",
  open: "Prices…",
};
export const basesConfirmed = (bases: number, types: number): string => {
  if (bases + types === 0) return "No pricing basis is confirmed, so nothing is valued.";
  const own = types === 0 ? "" : ` ${formatCount(types)} with a basis of their own.`;
  return `${plural(bases, "pricing basis", "pricing bases")} confirmed.${own}`;
};
