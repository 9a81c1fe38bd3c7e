import type { CallInput } from "../../shared/contract/contract.ts";
import { isUnitless, type Units } from "../../shared/domain/units.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import type { UserData } from "./user-data.ts";

export interface UnitServiceOptions {
  readonly userData: UserData;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
  /** Brings the units to the copy of a profile that is open, and reports the change. */
  onChange(profileId: string, confirmed: Units | null): Promise<void>;
}

/** The units that the user confirmed for a connection's numbers, which the specification leaves without (2.8). */
export class UnitService {
  readonly #options: UnitServiceOptions;
  readonly #change = oneAtATime();

  constructor(options: UnitServiceOptions) {
    this.#options = options;
  }

  get(profileId: string): Promise<Units> {
    return this.#options.userData.units(profileId);
  }

  /** The units of a profile; null where it has none. */
  async confirmed(profileId: string): Promise<Units | null> {
    const units = await this.get(profileId);
    return isUnitless(units) ? null : units;
  }

  save({ profileId, units }: CallInput<"saveUnits">): Promise<void> {
    return this.#change(async () => {
      this.#options.requireProfile(profileId);
      await this.#options.userData.saveUnits(profileId, units);
      await this.#options.onChange(profileId, await this.confirmed(profileId));
    });
  }
}
