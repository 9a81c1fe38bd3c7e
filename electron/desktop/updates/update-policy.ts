/** The releases that an installation follows. */
export type UpdateChannel = "latest" | "beta";

/** What an administrator allows. */
export interface UpdatePolicy {
  readonly allowed: boolean;
  readonly channel: UpdateChannel;
}

/** Where no administrator says anything. */
export const DEFAULT_UPDATE_POLICY: UpdatePolicy = { allowed: true, channel: "latest" };
