import {
  EVENT_PRESETS,
  eventSchemeSchema,
  PRESET_NAMES,
  type EventScheme,
} from "../../../shared/features/webhooks/event-scheme.ts";
import { trustedProxies, type TrustedProxies } from "../../features/webhooks/receiver/sender.ts";
import { oneOf } from "./arguments.ts";
import { UsageError } from "./exit-code.ts";

const SCHEME_NAMES = Object.keys(eventSchemeSchema.shape) as readonly (keyof EventScheme)[];
/** The parts of a scheme that only signatures with an id and a time need. */
const TIMED: ReadonlySet<keyof EventScheme> = new Set(["idHeader", "timestampHeader", "toleranceSeconds"]);

/**
 * The scheme that options describe: a preset's, with the values of `--scheme`. The specification names no scheme, so
 * without a preset every value has to be given.
 * @throws UsageError that names the missing or wrong value.
 */
export function readScheme(preset: string | undefined, values: readonly string[]): EventScheme {
  const base = preset === undefined ? {} : EVENT_PRESETS[oneOf(preset, "preset", PRESET_NAMES)];
  const given: Partial<Record<keyof EventScheme, string | number>> = {
    ...base,
    ...Object.fromEntries(values.map(readValue)),
  };
  const isTimed = given.signed !== "body";
  const missing = SCHEME_NAMES.filter((name) => given[name] === undefined && (isTimed || !TIMED.has(name)));
  if (missing.length > 0)
    throw new UsageError(
      `how the service signs is not known: give --preset ${PRESET_NAMES.join(" or ")}, or also ${missing.map((name) => `--scheme ${name}=…`).join(" ")}`,
    );
  const untimed = isTimed ? {} : { idHeader: "", timestampHeader: "", toleranceSeconds: 300 };
  const { data, error } = eventSchemeSchema.safeParse({ ...untimed, ...given });
  const [issue] = error?.issues ?? [];
  if (!data) throw new UsageError(`--scheme ${String(issue?.path[0])}: ${issue?.message}`);
  return data;
}

function readValue(text: string): readonly [string, string | number] {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!SCHEME_NAMES.some((known) => known === name))
    throw new UsageError(`--scheme takes name=value with a name of ${SCHEME_NAMES.join(", ")}`);
  if (name.endsWith("Header")) return [name, value.toLowerCase()];
  return [name, name === "toleranceSeconds" ? Number(value) : value];
}

/** The address and port to listen on. */
export interface Listen {
  readonly host: string;
  readonly port: number;
}

/**
 * Reads an address with a port.
 * @security other machines reach a receiver only if two options allow it: TLS is a proxy's task, and not done here.
 * @throws UsageError.
 */
export function readListen(text: string, allowRemote: boolean): Listen {
  const [, bracketed, plain, digits = ""] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const [host, port] = [bracketed ?? plain, Number(digits)];
  if (host === undefined || port > 65_535)
    throw new UsageError(`--listen takes an address and a port, as 127.0.0.1:8600, not "${text}"`);
  const isLocal = host === "::1" || host === "localhost" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
  if (!isLocal && !allowRemote)
    throw new UsageError(
      `--listen ${text}: other machines could reach it without TLS; with --allow-remote it is allowed, for a proxy in another container`,
    );
  return { host, port };
}

/** The proxies that `--trusted-proxy` names. @throws UsageError. */
export function readTrustedProxies(named: readonly string[]): TrustedProxies {
  try {
    return trustedProxies(named);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new UsageError(`--trusted-proxy: ${thrown.message}; write 10.0.0.2 or 10.0.0.0/8`);
  }
}
