import { UPDATE_ERRORS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import {
  blankUpdate,
  type UpdateState,
  type UPDATE_CALLS,
} from "../../../shared/features/updates/updates.ts";

/** The kinds of work during which no update is installed. */
export type UnfinishedWork = "export" | "firstPull";

/** The updates of the app, if the host can update it. */
export interface AppUpdates {
  readonly state: UpdateState;
  /** Calls the listener with every new state. */
  subscribe(listener: (state: UpdateState) => void): void;
  /** Asks the update server. @returns the new state, which includes a failure. */
  check(): Promise<UpdateState>;
  /** Starts the download. @throws AppFailure `invalid_input` if there is nothing to download. */
  download(): void;
  /** Quits, installs the update and starts again. @throws AppFailure `invalid_input` if nothing is downloaded. */
  install(): void;
  postpone(): void;
  openPage(): Promise<void>;
}

interface UpdateHandlerParts {
  readonly options: { readonly updates?: AppUpdates };
  /** Returns the work that the end of the app would interrupt; null if there is none. */
  readonly unfinished: () => UnfinishedWork | null;
}

/** The handlers of updates of the app. */
export function updateHandlers({ options: { updates }, unfinished }: UpdateHandlerParts) {
  const required = (): AppUpdates => {
    if (updates) return updates;
    throw invalidInput(UPDATE_ERRORS.notHere);
  };
  return {
    getUpdate: () => updates?.state ?? blankUpdate("browser"),
    checkForUpdate: () => required().check(),
    downloadUpdate: () => required().download(),
    installUpdate: () => {
      const installing = required();
      const work = unfinished();
      if (work !== null) throw invalidInput(UPDATE_ERRORS[work]);
      installing.install();
    },
    postponeUpdate: () => required().postpone(),
    openUpdatePage: () => required().openPage(),
  } satisfies HandlersOf<typeof UPDATE_CALLS>;
}
