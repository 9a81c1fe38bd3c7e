import type { Policy } from "../../../../shared/features/policy/policy.ts";

/** The releases that an installation follows. */
export type UpdateChannel = "latest" | "beta";

/** What an administrator allows. */
export interface UpdatePolicy {
  readonly allowed: boolean;
  readonly channel: UpdateChannel;
}

/** Where no administrator says anything. */
export const DEFAULT_UPDATE_POLICY: UpdatePolicy = { allowed: true, channel: "latest" };

/** What the policy of this computer says about updates. */
export const updatePolicyOf = ({ updates = {} }: Policy): UpdatePolicy => ({
  allowed: updates.allowed ?? DEFAULT_UPDATE_POLICY.allowed,
  channel: updates.channel ?? DEFAULT_UPDATE_POLICY.channel,
});
