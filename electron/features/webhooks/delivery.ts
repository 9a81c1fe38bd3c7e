/** The headers of one delivery: names in lower case, each with every value that it was given, in their order. */
export type DeliveryHeaders = ReadonlyMap<string, readonly string[]>;

/** Bytes that the body of a delivery may have. */
export const MAX_BODY = 256 * 1024;

/**
 * The headers of a request as they came.
 * @security Node's own objects of headers join, drop or choke on headers that are given twice.
 * @param raw names and values by turns, as `IncomingMessage.rawHeaders` has them.
 */
export function readHeaders(raw: readonly string[]): DeliveryHeaders {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at]?.toLowerCase(), raw[at + 1]];
    const known = headers.get(name);
    if (known) known.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}
