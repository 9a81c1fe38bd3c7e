import type { Thresholds } from "../../../shared/domain/stock.ts";
import type { SampleCompany } from "../../sample-service/index.ts";

/** Each type's threshold, as a share of what is available: three types are low, three have enough. */
const SHARES = [1.3, 1.15, 1.05, 0.8, 0.6, 0.5];

/** Low-stock thresholds for some material types of the sample company, so that there is something to reorder. */
export function sampleThresholds({ items, types }: SampleCompany): Thresholds {
  const available = new Map<string, number>();
  for (const { materialTypeId, status } of items.all())
    if (typeof materialTypeId === "string" && status === "available")
      available.set(materialTypeId, (available.get(materialTypeId) ?? 0) + 1);
  const stocked = [...types.all()].filter(({ id }) => (available.get(id) ?? 0) > 0);
  return Object.fromEntries(
    SHARES.flatMap((share, at) => {
      const id = stocked[at]?.id;
      const below = id === undefined ? 0 : Math.ceil((available.get(id) ?? 0) * share);
      return id === undefined ? [] : [[id, { measure: "items", below }] as const];
    }),
  );
}
