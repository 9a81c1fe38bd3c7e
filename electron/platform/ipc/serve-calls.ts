import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { callChannel, eventChannel } from "../../../shared/channels.ts";
import { CALLS, type CallName, type EventName } from "../../../shared/contract.ts";
import { fail, type Result } from "../../../shared/errors.ts";
import type { Dispatch } from "../../core/app/dispatch.ts";
import type { EventBus } from "../../core/app/event-bus.ts";
import type { Log } from "../../core/log.ts";

/** Whether a message comes from a page of ours. @security */
export interface SenderCheck {
  isTrusted(event: Pick<IpcMainInvokeEvent, "sender" | "senderFrame">): boolean;
}

export interface ServeOptions {
  /** The part of Electron's `ipcMain` that is used. */
  readonly ipc: Pick<IpcMain, "handle" | "removeHandler">;
  readonly dispatch: Dispatch;
  readonly senders: SenderCheck;
  readonly log: Log;
}

/**
 * Answers every call of the contract over IPC. The sender is checked here, in the one wrapper, and the contract's
 * schemas by `dispatch`; handlers know of neither.
 * @returns the end of it.
 */
export function serveCalls({ ipc, dispatch, senders, log }: ServeOptions): () => void {
  const names = Object.keys(CALLS) as CallName[];
  for (const name of names) {
    ipc.handle(callChannel(name), (event, input: unknown): Promise<Result<unknown>> => {
      if (senders.isTrusted(event)) return dispatch(name, input);
      log.warn("call refused: unknown sender", { call: name });
      return Promise.resolve(fail({ kind: "invalid_input", message: "This page may not call Stockdeck." }));
    });
  }
  return () => names.forEach((name) => ipc.removeHandler(callChannel(name)));
}

/**
 * Pushes the core's events to one page, for as long as it lives.
 * @returns the end of it.
 */
export function pushEvents(events: EventBus, page: Pick<WebContents, "send" | "isDestroyed">): () => void {
  return events.subscribe((name: EventName, payload) => {
    if (!page.isDestroyed()) page.send(eventChannel(name), payload);
  });
}
