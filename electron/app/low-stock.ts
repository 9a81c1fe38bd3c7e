import type { CallInput } from "../../shared/contract/contract.ts";
import { invalidInput } from "../../shared/domain/errors.ts";
import type { Threshold, Thresholds } from "../../shared/domain/stock.ts";
import { MAX_THRESHOLDS } from "../../shared/domain/low-stock.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import type { UserData } from "./user-data.ts";

export interface LowStockOptions {
  readonly userData: UserData;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
  /** Brings the thresholds to the copy of a profile that is open, and reports the change. */
  onChange(profileId: string, thresholds: Thresholds): Promise<void>;
}

/** Below how much stock the user calls a material type low, kept with their own data. */
export class LowStock {
  readonly #options: LowStockOptions;
  readonly #change = oneAtATime();

  constructor(options: LowStockOptions) {
    this.#options = options;
  }

  get(profileId: string): Promise<Thresholds> {
    return this.#options.userData.thresholds(profileId);
  }

  save({ profileId, thresholds }: CallInput<"saveThresholds">): Promise<void> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      const all = Object.entries({ ...(await this.get(profileId)), ...thresholds });
      const kept = all.filter((entry): entry is [string, Threshold] => entry[1] !== null);
      if (kept.length > MAX_THRESHOLDS)
        throw invalidInput(`A connection can have ${MAX_THRESHOLDS} thresholds.`);
      // fromEntries defines properties, so a type called "__proto__" stays a type.
      const next = Object.fromEntries(kept);
      await this.#options.userData.saveThresholds(profileId, next);
      await this.#options.onChange(profileId, next);
    });
  }
}
