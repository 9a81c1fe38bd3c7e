import type { CallInput } from "../../shared/contract/contract.ts";
import { invalidInput } from "../../shared/domain/errors.ts";
import { MAX_MUTES } from "../../shared/domain/problem-mutes.ts";
import type { ProblemMute } from "../../shared/domain/problems.ts";
import type { Clock } from "../base/clock.ts";
import { oneAtATime } from "../base/one-at-a-time.ts";
import type { UserData } from "./user-data.ts";

export interface ProblemMutesOptions {
  readonly userData: UserData;
  readonly clock: Clock;
  /** @throws AppFailure `invalid_input` where there is no such profile. */
  requireProfile(profileId: string): void;
  /** Reports that the mutes of a profile changed. */
  onChange(profileId: string): void;
}

type Muted = Pick<ProblemMute, "resource" | "rule" | "id">;

/** Which data problems the user does not want to see, kept with their own data. */
export class ProblemMutes {
  readonly #options: ProblemMutesOptions;
  readonly #change = oneAtATime();

  constructor(options: ProblemMutesOptions) {
    this.#options = options;
  }

  get(profileId: string): Promise<ProblemMute[]> {
    return this.#options.userData.mutes(profileId);
  }

  mute({ profileId, resource, rule, id, reason }: CallInput<"muteProblem">): Promise<void> {
    const mutedAt = new Date(this.#options.clock.now()).toISOString();
    return this.#replace(profileId, { resource, rule, id }, [{ resource, rule, id, reason, mutedAt }]);
  }

  unmute({ profileId, ...muted }: CallInput<"unmuteProblem">): Promise<void> {
    return this.#replace(profileId, muted, []);
  }

  #replace(profileId: string, { resource, rule, id }: Muted, by: readonly ProblemMute[]): Promise<void> {
    return this.#change(async () => {
      const { userData } = this.#options;
      this.#options.requireProfile(profileId);
      const others = (await userData.mutes(profileId)).filter(
        (mute) => mute.resource !== resource || mute.rule !== rule || mute.id !== id,
      );
      const mutes = [...others, ...by];
      if (mutes.length > MAX_MUTES)
        throw invalidInput(`At most ${MAX_MUTES} problems can be muted. Mute the whole rule instead.`);
      await userData.saveMutes(profileId, mutes);
      this.#options.onChange(profileId);
    });
  }
}
