import { contextBridge } from "electron";
import type { CallName, HostApi, PushName } from "../shared/contract/contract.ts";
import { call, listen } from "./hosts/desktop/ipc/bridge.ts";

/**
 * The names of the contract's calls. The build inserts them (`vite.config.ts`), so that the preload loads no schema.
 */
declare const CALL_NAMES: readonly CallName[];
declare const PUSH_NAMES: readonly PushName[];

const listenerName = (name: PushName): string => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The API of the page, with one function for each name of the contract. @security there is no other channel */
const stockdeck = Object.fromEntries<unknown>([
  ...CALL_NAMES.map((name) => [name, call(name)] as const),
  ...PUSH_NAMES.map((name) => [listenerName(name), listen(name)] as const),
]) as unknown as HostApi;

contextBridge.exposeInMainWorld("stockdeck", stockdeck);
