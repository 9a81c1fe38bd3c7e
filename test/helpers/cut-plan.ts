import type { SavedCutPlan } from "../../shared/features/cut-finder/saved-plan.ts";

/** A saved plan from another time, with another stock. */
export const CUT_PLAN: SavedCutPlan = {
  id: "6f1c2a52-0d0f-4c51-9a55-0f7f3f2f9d10",
  name: "Order 4711",
  madeAt: "2026-01-02T03:04:05.000Z",
  typeId: "typ_1",
  typeName: "Film",
  unit: "m",
  cuts: [{ length: 12.5, count: 3 }],
  oneLocation: false,
  rolls: [
    {
      id: "itm_1",
      name: "Film #1",
      locationId: "loc_1",
      locationName: "Hall",
      length: 40,
      pieces: [12.5, 12.5],
    },
  ],
  unplaced: [12.5],
  lowerBound: 25,
};
