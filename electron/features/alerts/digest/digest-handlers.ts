import type { HandlersOf } from "../../../../shared/contract/declarations.ts";
import type { DIGEST_CALLS } from "../../../../shared/features/alerts/digest.ts";
import type { AlertDigests } from "./alert-digests.ts";

interface DigestHandlerParts {
  readonly digests: AlertDigests;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of digests of alerts. */
export function digestHandlers({ digests, startup: { opened } }: DigestHandlerParts) {
  return {
    getAlertDigest: ({ profileId }) => opened.then(() => digests.show(profileId)),
    sendAlertDigest: ({ profileId }) => opened.then(() => digests.send(profileId)),
  } satisfies HandlersOf<typeof DIGEST_CALLS>;
}
