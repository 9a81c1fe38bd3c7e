import type http from "node:http";

/** Longer than any address. */
const MAX_ADDRESS = 60;

/** Who has sent a request: what the nearest proxy says, where that is on this machine; else the peer. */
export function senderOf({ socket, headers }: http.IncomingMessage): string {
  const peer = socket.remoteAddress ?? "";
  if (!isLoopback(peer)) return peer;
  // Only the last entry comes from the nearest proxy.
  const last =
    String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? "";
  return last === "" ? peer : last.slice(0, MAX_ADDRESS);
}

/** Whether an address is one of this machine alone. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address);
