import type { AppError } from "../../../shared/base/errors.ts";
import { useHostServices, useLive } from "../../host/host-context.ts";

/**
 * The reason why the local copy could not be opened at start-up. Null if the copy is open, and for connections that
 * were opened later.
 */
export function useUnopened(): AppError | null {
  const { notice, connection } = useHostServices().boot;
  const same = useLive((live) => live.connection?.connectionId === connection?.connectionId);
  const blank = useLive(({ status }) => status.state === "stopped" && status.revision === 0);
  return same && blank && notice?.kind === "store" && notice.reason !== "corrupt" ? notice : null;
}
