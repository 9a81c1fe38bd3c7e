import type http from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { Clock } from "../../../../base/clock.ts";
import { addNetwork } from "../../../../client/proxy.ts";

/** The proxies whose headers about senders are trusted. */
export type TrustedProxies = Pick<BlockList, "check">;

/**
 * Parses the trusted proxies, given as addresses or networks ("10.0.0.2", "10.0.0.0/8", "fd00::/8").
 * @throws RangeError whose message quotes the invalid text.
 */
export function trustedProxies(named: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const text of named)
    if (!addNetwork(list, text)) throw new RangeError(`"${text}" is neither an address nor a network`);
  return list;
}

/**
 * The address of a request's sender: the last untrusted address that trusted proxies report, else the address of the
 * connection.
 * @security other proxies are not trusted, not even on this computer, because anyone can write the header.
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

/** Whether a peer is a trusted proxy. */
export function isTrusted(address: string, trusted: TrustedProxies): boolean {
  const plainAddress = plain(address);
  return isIP(plainAddress) !== 0 && trusted.check(plainAddress, isIPv6(plainAddress) ? "ipv6" : "ipv4");
}

/**
 * The group of addresses that counts as one sender: a single IPv4 address, or all IPv6 addresses with the same first
 * four groups, because they belong to one customer.
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

/** Converts an IPv4 address in IPv6 notation to IPv4 notation. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/** The number of requests that a sender may make at once; below, per second. */
interface Rate {
  readonly capacity: number;
  readonly perSecond: number;
}

const ACCEPTED: Rate = { capacity: 12_000, perSecond: 1_000 };
const REFUSED: Rate = { capacity: 120, perSecond: 10 };
/** The most senders that are remembered. */
const MOST_SENDERS = 10_000;

interface Bucket {
  level: number;
  /** The time of the last change, monotonic ms. */
  at: number;
}

/**
 * Limits the requests of each sender (token buckets). Refused requests have their own bucket: behind an untrusted
 * proxy, an attacker has the same address as the service, but must not be able to stop the service's deliveries.
 */
export class SenderLimits {
  readonly #accepted: Buckets;
  readonly #refused: Buckets;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#accepted = new Buckets(ACCEPTED, clock);
    this.#refused = new Buckets(REFUSED, clock);
  }

  /** Counts a verified request. @returns the seconds for which the sender must wait; 0 if it need not wait. */
  accept(sender: string): number {
    return this.#accepted.take(sender);
  }

  /** Counts a refused request. @returns the seconds for which the sender must wait; 0 if it need not wait. */
  refuse(sender: string): number {
    return this.#refused.take(sender);
  }

  /**
   * The seconds for which a sender must wait because of refused requests; 0 if it need not wait. Does not count a
   * request.
   */
  waitOf(sender: string): number {
    return this.#refused.waitOf(sender);
  }
}

class Buckets {
  readonly #rate: Rate;
  readonly #clock: Pick<Clock, "monotonic">;
  /** The buckets by sender, in the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Pick<Clock, "monotonic">) {
    [this.#rate, this.#clock] = [rate, clock];
  }

  take(sender: string): number {
    const wait = this.waitOf(sender);
    const bucket = this.#buckets.get(sender);
    if (bucket && wait === 0) bucket.level -= 1;
    return wait;
  }

  waitOf(sender: string): number {
    const { capacity, perSecond } = this.#rate;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(sender) ?? { level: capacity, at: now };
    bucket.level = Math.min(capacity, bucket.level + ((now - bucket.at) * perSecond) / 1_000);
    bucket.at = now;
    this.#buckets.delete(sender);
    this.#buckets.set(sender, bucket);
    if (this.#buckets.size > MOST_SENDERS) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
    return bucket.level < 1 ? Math.ceil((1 - bucket.level) / perSecond) : 0;
  }
}
