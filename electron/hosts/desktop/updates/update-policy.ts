import type { Policy } from "../../../../shared/features/policy/policy.ts";

/** The releases that an installation follows. */
export type UpdateChannel = "latest" | "beta";

/** The administrator's rules for updates. */
export interface UpdatePolicy {
  readonly allowed: boolean;
  readonly channel: UpdateChannel;
}

/** The rules if no administrator set any. */
export const DEFAULT_UPDATE_POLICY: UpdatePolicy = { allowed: true, channel: "latest" };

/** The rules for updates in this computer's policy. */
export const updatePolicyOf = ({ updates = {} }: Policy): UpdatePolicy => ({
  allowed: updates.allowed ?? DEFAULT_UPDATE_POLICY.allowed,
  channel: updates.channel ?? DEFAULT_UPDATE_POLICY.channel,
});
