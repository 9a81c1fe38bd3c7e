import type http from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { addNetwork } from "../../../base/networks.ts";

/** The proxies whose word about a sender counts. */
export type TrustedProxies = Pick<BlockList, "check">;

/**
 * The proxies that were named, as addresses or networks ("10.0.0.2", "10.0.0.0/8", "fd00::/8").
 * @throws RangeError that quotes the one that is neither.
 */
export function trustedProxies(named: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const text of named)
    if (!addNetwork(list, text)) throw new RangeError(`"${text}" is neither an address nor a network`);
  return list;
}

/**
 * The address of a request's sender: the nearest one that the trusted proxies report, else the peer.
 * @security an unnamed proxy is not trusted, not even on this machine: anyone can write the header.
 */
export function senderOf({ socket, headers }: http.IncomingMessage, trusted: TrustedProxies): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  let sender = plain(socket.remoteAddress ?? "");
  for (const entry of forwarded.toReversed()) {
    const address = plain(entry.trim());
    if (!isTrusted(sender, trusted) || isIP(address) === 0) break;
    sender = address;
  }
  return groupOf(sender);
}

/** Whether a peer is a named proxy. */
export function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const plainAddress = plain(address);
  return isIP(plainAddress) !== 0 && trusted.check(plainAddress, isIPv6(plainAddress) ? "ipv6" : "ipv4");
}

/**
 * The group of addresses that counts as one sender. It is an IPv4 address, or the first four groups of an IPv6 address,
 * which one customer has.
 */
export function groupOf(address: string): string {
  const text = plain(address);
  if (!isIPv6(text)) return text;
  const [head = "", tail] = text.split("%", 1)[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length)).fill(
    "0",
  );
  return [...groups, ...zeros, ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** An IPv4 address as itself, even if a socket of both families has it. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
