import { expect, it } from "vitest";
import { CutPlans } from "../../../../electron/app/cut-plans.ts";
import { MAX_CUT_PLANS, type SavedCutPlan } from "../../../../shared/cutting/saved-plan.ts";
import { CUT_PLAN } from "../../../helpers/cut-plan.ts";

it("keeps so many plans and no more, but replaces one that is there", async () => {
  let kept: readonly SavedCutPlan[] = Array.from({ length: MAX_CUT_PLANS }, (_, at) => ({
    ...CUT_PLAN,
    id: `plan ${at}`,
  }));
  const plans = new CutPlans({
    userData: {
      cutPlans: async () => [...kept],
      saveCutPlans: async (_profileId, next) => void (kept = next),
    },
    requireProfile: () => {},
  });
  await expect(plans.save({ profileId: "p-1", plan: CUT_PLAN })).rejects.toThrow(
    "At most 200 plans are kept. Delete one first.",
  );
  await plans.save({ profileId: "p-1", plan: { ...CUT_PLAN, id: "plan 7", name: "Other" } });
  expect(kept).toHaveLength(MAX_CUT_PLANS);
  expect(kept.find(({ id }) => id === "plan 7")?.name).toBe("Other");
  await plans.delete({ profileId: "p-1", id: "plan 8" });
  await plans.save({ profileId: "p-1", plan: CUT_PLAN });
  expect(kept).toHaveLength(MAX_CUT_PLANS);
});
