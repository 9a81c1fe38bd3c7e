import { AUTOSTART_ERRORS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { AUTOSTART_CALLS, AutostartState } from "../../../shared/features/autostart/autostart.ts";

/** The system's entry that starts Stockdeck when the user logs in. */
export interface Autostart {
  /** @throws AppFailure `store` if the entry cannot be read. */
  state(): Promise<AutostartState>;
  /** @throws AppFailure `store` if the entry cannot be written; `invalid_input` if the system allows none. */
  set(on: boolean): Promise<void>;
}

interface AutostartHandlerParts {
  readonly options: { readonly autostart?: Autostart };
}

/** The handlers of the start with the computer. */
export function autostartHandlers({ options: { autostart } }: AutostartHandlerParts) {
  return {
    getAutostart: () => autostart?.state() ?? "unavailable",
    setAutostart: async ({ on }) => {
      if (!autostart) throw invalidInput(AUTOSTART_ERRORS.notHere);
      await autostart.set(on);
      // Windows and macOS report no failure, so the result is read back.
      const state = await autostart.state();
      if ((state !== "off") !== on)
        throw invalidInput(on ? AUTOSTART_ERRORS.notAdded : AUTOSTART_ERRORS.notRemoved);
      return state;
    },
  } satisfies HandlersOf<typeof AUTOSTART_CALLS>;
}
