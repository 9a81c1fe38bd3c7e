import type { AppUpdates } from "../../electron/features/updates/app-updates.ts";
import { blankUpdate, type UpdateState } from "../../shared/features/updates/updates.ts";

/** Updates in the state that a test or a picture sets. They record the calls that they receive. */
export class NotedUpdates implements AppUpdates {
  state: UpdateState = blankUpdate("install");
  readonly asked: string[] = [];
  /** The result of the next check. */
  next: Partial<UpdateState> = {};
  readonly #listeners = new Set<(state: UpdateState) => void>();

  subscribe(listener: (state: UpdateState) => void): void {
    this.#listeners.add(listener);
  }

  /** Changes the state, which reaches every page. */
  set(part: Partial<UpdateState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.#listeners) listener(this.state);
  }

  check(): Promise<UpdateState> {
    this.asked.push("check");
    this.set(this.next);
    return Promise.resolve(this.state);
  }

  download(): void {
    this.asked.push("download");
    this.set({ step: "downloading", received: 45_000_000, size: 110_000_000 });
  }

  install(): void {
    this.asked.push("install");
  }

  postpone(): void {
    this.asked.push("postpone");
    this.set({ postponed: true });
  }

  openPage(): Promise<void> {
    this.asked.push("page");
    return Promise.resolve();
  }
}
