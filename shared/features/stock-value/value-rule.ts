import { foldCurrency } from "../../inventory/currency.ts";
import { unitOf, weighingOf, type Units } from "../../inventory/units.ts";
import type { PriceBasis, ValueRule } from "./valuation.ts";

/** The user's confirmed pricing bases and units. */
export interface Pricing {
  /** The confirmed meaning of each text in `pricingBasis`. */
  readonly bases: ReadonlyMap<string, PriceBasis>;
  /** The user's pricing bases for single material types, by the id of the type. */
  readonly types: ReadonlyMap<string, PriceBasis>;
  readonly units: Units;
}

/** The fields of a material type that decide its items' values (specification 2.2). */
export interface PricedType {
  readonly id: string;
  readonly pricingBasis?: string | null | undefined;
  readonly pricePerFoot?: number | null | undefined;
  readonly pricePerPound?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly spoolWeight?: number | null | undefined;
}

/** Chooses the rule by which the items of a material type are valued. */
export function valueRule(type: PricedType, { bases, types, units }: Pricing): ValueRule {
  const basis = type.pricingBasis ?? "";
  const per = types.get(type.id) ?? bases.get(basis);
  if (!per) return { gap: basis === "" ? "no pricing basis" : "basis not confirmed" };
  const price = per === "foot" ? type.pricePerFoot : type.pricePerPound;
  if (typeof price !== "number") return { gap: "no price" };
  const currency = foldCurrency(type.currency ?? null);
  if (currency === null) return { gap: "no currency" };
  const unit = unitOf(units, per === "foot" ? "length" : "weight", type.id);
  if (unit === null) return { gap: "no unit" };
  if (per === "foot") return { per, price, currency, unit, spoolWeight: 0 };
  const weighing = weighingOf(units, type.id);
  if (weighing === null) return { gap: "gross or net not known" };
  if (weighing === "net") return { per, price, currency, unit, spoolWeight: 0 };
  if (typeof type.spoolWeight !== "number") return { gap: "no spool weight" };
  return { per, price, currency, unit, spoolWeight: type.spoolWeight };
}
