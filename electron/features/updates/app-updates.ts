import type { UpdateState } from "../../../shared/features/updates/updates.ts";

/** Work during which no update is installed. */
export type UnfinishedWork = "export" | "firstPull";

/** Updates of the app itself, if the host can update it. */
export interface AppUpdates {
  readonly state: UpdateState;
  /** Calls the listener with every new state. */
  subscribe(listener: (state: UpdateState) => void): void;
  /** Asks the update server; a failure is part of the state. */
  check(): Promise<UpdateState>;
  /** @throws AppFailure `invalid_input` if there is nothing to download. */
  download(): void;
  /** Quits, installs and starts again. @throws AppFailure `invalid_input` if nothing is downloaded. */
  install(): void;
  postpone(): void;
  openPage(): Promise<void>;
}
