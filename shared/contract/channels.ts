import type { CallName, PushName } from "./contract.ts";

/** The IPC channel of a call. */
export const callChannel = (name: CallName): string => `stockdeck:call:${name}`;

/** The IPC channel of a push. */
export const eventChannel = (name: PushName): string => `stockdeck:event:${name}`;
