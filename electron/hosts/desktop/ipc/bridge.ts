import { ipcRenderer, type IpcRendererEvent } from "electron";
import { callChannel, eventChannel } from "../../../../shared/contract/channels.ts";
import type { CallName, PushName, PushPayload, HostApi } from "../../../../shared/contract/contract.ts";

/** Makes the preload's function for one call. The channel is fixed here, so that the page cannot choose one. */
export function call<N extends CallName>(name: N): HostApi[N] {
  const channel = callChannel(name);
  return ((input?: unknown) => ipcRenderer.invoke(channel, input)) as HostApi[N];
}

/**
 * Makes the preload's function for one push. Listeners get only the payload, never Electron's event with its sender.
 */
export function listen<N extends PushName>(
  name: N,
): (listener: (payload: PushPayload<N>) => void) => () => void {
  const channel = eventChannel(name);
  return (listener) => {
    const strip = (_event: IpcRendererEvent, payload: PushPayload<N>): void => listener(payload);
    ipcRenderer.on(channel, strip);
    return () => void ipcRenderer.removeListener(channel, strip);
  };
}
