import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { callChannel, eventChannel } from "../../../../shared/contract/channels.ts";
import { CALLS, type CallName, type PushName } from "../../../../shared/contract/contract.ts";
import { fail, type Result } from "../../../../shared/base/errors.ts";
import type { Dispatch } from "../../core/dispatch.ts";
import type { PushBus } from "../../../base/push-bus.ts";
import type { Log } from "../../../base/log.ts";

/**
 * Finds the number of the window from which a message comes; null if it does not come from one of our pages. @security
 */
export interface SenderCheck {
  windowOf(event: Pick<IpcMainInvokeEvent, "sender" | "senderFrame">): number | null;
}

export interface ServeOptions {
  readonly ipc: Pick<IpcMain, "handle" | "removeHandler">;
  readonly dispatch: Dispatch;
  readonly senders: SenderCheck;
  readonly log: Log;
}

/**
 * Answers every call of the contract over IPC. This wrapper checks the sender, and `dispatch` checks the schemas, so
 * that handlers need no checks.
 */
export function serveCalls({ ipc, dispatch, senders, log }: ServeOptions): () => void {
  const names = Object.keys(CALLS) as CallName[];
  for (const name of names) {
    ipc.handle(callChannel(name), (event, input: unknown): Promise<Result<unknown>> => {
      const window = senders.windowOf(event);
      if (window !== null) return dispatch(name, input, window);
      log.warn("call refused: unknown sender", { call: name });
      // oxlint-disable-next-line texts/in-messages -- only a foreign page can cause it
      return Promise.resolve(fail({ kind: "invalid_input", message: "This page may not call Stockdeck." }));
    });
  }
  return () => names.forEach((name) => ipc.removeHandler(callChannel(name)));
}

/** Pushes events to a window's page while it exists: events for all windows, and events for its own window. */
export function pushEvents(
  events: PushBus,
  window: number,
  page: Pick<WebContents, "send" | "isDestroyed">,
): () => void {
  return events.subscribe((name: PushName, payload, to) => {
    if (page.isDestroyed() || (to !== undefined && to !== window)) return;
    page.send(eventChannel(name), payload);
  });
}
