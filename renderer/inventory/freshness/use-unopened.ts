import type { AppError } from "../../../shared/domain/errors.ts";
import { useHostServices, useLive } from "../../host/host-context.tsx";

/**
 * Why the local copy could not be opened at start-up; null where it is open, and for the profiles opened since. A damaged one was set aside and begun
 * anew, so that one is open; and wiping the local data opens a new one in any case.
 */
export function useUnopened(): AppError | null {
  const { notice, connection } = useHostServices().boot;
  const same = useLive((live) => live.connection?.profileId === connection?.profileId);
  const blank = useLive(({ status }) => status.state === "stopped" && status.revision === 0);
  return same && blank && notice?.kind === "store" && notice.reason !== "corrupt" ? notice : null;
}
