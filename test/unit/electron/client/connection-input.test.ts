import { describe, expect, it } from "vitest";
import { normalizeBaseUrl, normalizeKey } from "../../../../electron/base/connection-input.ts";
import { networkReason } from "../../../../electron/client/network-reason.ts";

describe("normalizeBaseUrl()", () => {
  it.each([
    [" https://api.example.com/v1/ ", "https://api.example.com/v1"],
    ["https://api.example.com", "https://api.example.com"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080"],
    ["http://localhost:1", "http://localhost:1"],
    ["http://[::1]:1", "http://[::1]:1"],
  ])("normalizeBaseUrl() accepts %j", (input, url) => expect(normalizeBaseUrl(input)).toBe(url));

  it.each([
    ["http://api.example.com", /must begin with https/],
    ["http://127.0.0.1.example.com", /must begin with https/],
    ["http://localhost.example.com", /must begin with https/],
    ["ftp://api.example.com", /must begin with https/],
    ["https://user:secret@api.example.com", /user name or password/],
    ["https://api.example.com/?key=1", /query or a fragment/],
    ["api.example.com", /not a URL/],
  ])("normalizeBaseUrl() refuses %j", (input, message) =>
    expect(() => normalizeBaseUrl(input)).toThrow(message),
  );
});

describe("normalizeKey()", () => {
  it("normalizeKey() trims a pasted key", () => expect(normalizeKey(" abc\n")).toBe("abc"));
  it.each(["a\nb", "a b", "schlüssel", " "])("normalizeKey() refuses %j without quoting the key", (key) => {
    expect(() => normalizeKey(key)).toThrow(/^The API key/);
    expect(() => normalizeKey(key)).not.toThrow(/a.b|schl/s);
  });
});

describe("networkReason()", () => {
  const failed = (code: string): Error =>
    new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });
  it.each([
    [failed("ENOTFOUND"), "dns"],
    [failed("ECONNREFUSED"), "refused"],
    [failed("ECONNRESET"), "reset"],
    [failed("UND_ERR_SOCKET"), "reset"],
    [failed("DEPTH_ZERO_SELF_SIGNED_CERT"), "tls"],
    [failed("UND_ERR_CONNECT_TIMEOUT"), "timeout"],
    [new Error("net::ERR_NAME_NOT_RESOLVED"), "dns"],
    [new Error("net::ERR_CONNECTION_REFUSED"), "refused"],
    [new Error("net::ERR_CERT_AUTHORITY_INVALID"), "tls"],
    [new Error("net::ERR_PROXY_CONNECTION_FAILED"), "proxy"],
    [new Error("net::ERR_INTERNET_DISCONNECTED"), "offline"],
    [new TypeError("fetch failed", { cause: new Error("unexpected redirect") }), "redirect"],
    [new Error("who knows"), "other"],
    ["not even an error", "other"],
  ])("networkReason() returns the right reason for %s", (error, reason) =>
    expect(networkReason(error)).toBe(reason),
  );
});
