import { BlockList, isIP, isIPv6 } from "node:net";

/** A proxy through which https servers are reached. */
export interface Proxy {
  /** The proxy's address with scheme (http or https) and port, but without name and password. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
  /** The name and password for the proxy; null if it needs none. @security they must never be in a log or an error. */
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

type ProxyVariables = Readonly<Record<string, string | undefined>>;

/** The variables in the order of precedence, lower case first, as in curl. */
const VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] as const;
const EXCEPTIONS = ["no_proxy", "NO_PROXY"] as const;
const PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Whether the environment names a proxy. This proxy then replaces the settings of the system. */
export function namesProxy(environment: ProxyVariables = process.env): boolean {
  return firstOf(environment, VARIABLES) !== "";
}

/** The proxy that the environment names for all URLs; null if it names no proxy. @throws as `proxyFor`. */
export function namedProxy(environment: ProxyVariables = process.env): Proxy | null {
  const named = firstOf(environment, VARIABLES);
  return named === "" ? null : readProxy(named);
}

/**
 * The proxy that the environment names for a URL; null if it names no proxy. Only https is tunnelled, because http is
 * used only for this computer.
 * @throws Error with code `ERR_PROXY_UNSUPPORTED` for anything but an http or https proxy; its message does not quote
 * the setting.
 */
export function proxyFor(url: string, environment: ProxyVariables = process.env): Proxy | null {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:" || !namesProxy(environment)) return null;
  if (isException(hostname, Number(port || 443), firstOf(environment, EXCEPTIONS))) return null;
  return namedProxy(environment);
}

function firstOf(environment: ProxyVariables, names: readonly string[]): string {
  return names.map((name) => environment[name]?.trim() ?? "").find((value) => value !== "") ?? "";
}

function readProxy(text: string): Proxy {
  const url = parsed(text.includes("://") ? text : `http://${text}`);
  const port = PORTS[url.protocol];
  if (port === undefined || url.hostname === "") throw unsupported();
  return {
    origin: `${url.protocol}//${url.hostname}:${url.port || port}`,
    host: withoutBrackets(url.hostname),
    port: Number(url.port || port),
    credentials:
      url.username === "" && url.password === ""
        ? null
        : { username: decoded(url.username), password: decoded(url.password) },
  };
}

/** Whether a list of hosts, domains and networks contains a host. Each entry may have a port. */
function isException(hostname: string, port: number, list: string): boolean {
  const host = withoutBrackets(hostname.toLowerCase()).replace(/\.$/, "");
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, bracketed, name = entry, at] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
      if (at !== undefined && Number(at) !== port) return false;
      const wanted = (bracketed ?? name).replace(/^\*?\./, "").replace(/\.$/, "");
      if (wanted === "") return false;
      if (isIP(host) !== 0) return isInNetwork(host, wanted);
      return host === wanted || host.endsWith(`.${wanted}`);
    });
}

function isInNetwork(host: string, network: string): boolean {
  const list = new BlockList();
  // An IPv4 address in IPv6 notation matches no IPv4 network.
  const isOfFamily = network.includes(":") === isIPv6(host);
  return isOfFamily && addNetwork(list, network) && list.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    // The platform's own error would quote the text.
    throw unsupported();
  }
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that does not begin an escape is part of the text.
    return text;
  }
}

function unsupported(): Error {
  return Object.assign(new Error("The proxy that the environment names is neither http:// nor https://."), {
    code: "ERR_PROXY_UNSUPPORTED",
  });
}

/**
 * Adds an address or a network to a list: "10.0.0.2", "10.0.0.0/8", "fd00::/8".
 * @returns false if the text is neither an address nor a network; then nothing is added.
 */
export function addNetwork(list: BlockList, text: string): boolean {
  const [address = "", bits] = text.split("/");
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) return false;
  else list.addSubnet(address, Number(bits), family);
  return true;
}
