import type { CallInput } from "../../shared/contract/contract.ts";
import { MAX_CUT_PLANS, type SavedCutPlan } from "../../shared/cutting/saved-plan.ts";
import { invalidInput } from "../../shared/domain/errors.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import type { UserData } from "./user-data.ts";

export interface CutPlansOptions {
  readonly userData: Pick<UserData, "cutPlans" | "saveCutPlans">;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
}

/** The cut plans that the user keeps for a connection. */
export class CutPlans {
  readonly #options: CutPlansOptions;
  readonly #change = oneAtATime();

  constructor(options: CutPlansOptions) {
    this.#options = options;
  }

  /** The latest first. */
  list(profileId: string): Promise<SavedCutPlan[]> {
    return this.#options.userData.cutPlans(profileId);
  }

  save({ profileId, plan }: CallInput<"saveCutPlan">): Promise<void> {
    return this.#edit(profileId, (plans) => {
      const saved = [plan, ...plans.filter(({ id }) => id !== plan.id)];
      if (saved.length > MAX_CUT_PLANS)
        throw invalidInput(`At most ${MAX_CUT_PLANS} plans are kept. Delete one first.`);
      return saved.toSorted((a, b) => Date.parse(b.madeAt) - Date.parse(a.madeAt));
    });
  }

  delete({ profileId, id }: CallInput<"deleteCutPlan">): Promise<void> {
    return this.#edit(profileId, (plans) => plans.filter((plan) => plan.id !== id));
  }

  #edit(profileId: string, edit: (plans: SavedCutPlan[]) => SavedCutPlan[]): Promise<void> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      await this.#options.userData.saveCutPlans(profileId, edit(await this.list(profileId)));
    });
  }
}
