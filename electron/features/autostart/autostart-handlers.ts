import { AUTOSTART_ERRORS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { AUTOSTART_CALLS, AutostartState } from "../../../shared/features/autostart/autostart.ts";

/** The entry in the system that starts Stockdeck when the user logs in. */
export interface Autostart {
  /** Reads the state of the entry. @throws AppFailure `store` if the entry cannot be read. */
  state(): Promise<AutostartState>;
  /**
   * Adds or removes the entry. @throws AppFailure `store` if the entry cannot be written; `invalid_input` if the system
   * allows no entry.
   */
  set(on: boolean): Promise<void>;
}

interface AutostartHandlerParts {
  readonly options: { readonly autostart?: Autostart };
}

/** The handlers for starting Stockdeck when the user logs in. */
export function autostartHandlers({ options: { autostart } }: AutostartHandlerParts) {
  return {
    getAutostart: () => autostart?.state() ?? "unavailable",
    setAutostart: async ({ on }) => {
      if (!autostart) throw invalidInput(AUTOSTART_ERRORS.notHere);
      await autostart.set(on);
      // Windows and macOS report no failure, so the state is read again.
      const state = await autostart.state();
      if ((state !== "off") !== on)
        throw invalidInput(on ? AUTOSTART_ERRORS.notAdded : AUTOSTART_ERRORS.notRemoved);
      return state;
    },
  } satisfies HandlersOf<typeof AUTOSTART_CALLS>;
}
