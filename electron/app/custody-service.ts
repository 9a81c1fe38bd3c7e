import type { CallInput } from "../../shared/contract/contract.ts";
import type { OutLimits } from "../../shared/domain/out-limits.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import type { UserData } from "./user-data.ts";

export interface CustodyServiceOptions {
  readonly userData: UserData;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
  /** Reports that what the user says about checked-out items changed. */
  onChange(profileId: string): void;
}

/** What the user says about checked-out items: how long they may be out. */
export class CustodyService {
  readonly #options: CustodyServiceOptions;
  readonly #change = oneAtATime();

  constructor(options: CustodyServiceOptions) {
    this.#options = options;
  }

  limits(profileId: string): Promise<OutLimits> {
    return this.#options.userData.outLimits(profileId);
  }

  saveLimits({ profileId, limits }: CallInput<"saveOutLimits">): Promise<void> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      await this.#options.userData.saveOutLimits(profileId, limits);
      this.#options.onChange(profileId);
    });
  }
}
