import { describe, expect, it } from "vitest";
import { namesProxy, proxyFor } from "../../../../electron/client/proxy.ts";

const URL_OF_SERVICE = "https://api.example.com/v1/items";
const originOf = (variables: Record<string, string>, url = URL_OF_SERVICE): string | null =>
  proxyFor(url, variables)?.origin ?? null;

describe("the proxy in the environment", () => {
  it.each([
    [{ HTTPS_PROXY: "http://p:3128" }, "http://p:3128"],
    [{ https_proxy: "http://p:3128" }, "http://p:3128"],
    [{ https_proxy: "http://low:1", HTTPS_PROXY: "http://up:2" }, "http://low:1"],
    [{ https_proxy: " ", HTTPS_PROXY: "http://up:2" }, "http://up:2"],
    [{ ALL_PROXY: "http://p:3128" }, "http://p:3128"],
    [{ all_proxy: "http://p" }, "http://p:80"],
    [{ HTTPS_PROXY: "https://p", ALL_PROXY: "http://q" }, "https://p:443"],
    [{ HTTPS_PROXY: "p:3128" }, "http://p:3128"],
    [{ HTTPS_PROXY: "http://[::1]:3128/" }, "http://[::1]:3128"],
    [{ HTTPS_PROXY: "http://user:secret@p:3128" }, "http://p:3128"],
    [{ HTTP_PROXY: "http://p:3128", http_proxy: "http://p:3128" }, null],
    [{ HTTPS_PROXY: "" }, null],
    [{}, null],
  ])("the environment %j gives the proxy %s", (variables, origin) => {
    expect(originOf(variables)).toBe(origin);
    expect(namesProxy(variables)).toBe(origin !== null);
  });

  it("a request over http ignores the proxy", () => {
    for (const url of ["http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:80/"])
      expect(
        originOf({ HTTPS_PROXY: "http://p", HTTP_PROXY: "http://p", ALL_PROXY: "http://p" }, url),
      ).toBeNull();
  });

  it("the client decodes a proxy's name and password separately", () => {
    expect(proxyFor(URL_OF_SERVICE, { HTTPS_PROXY: "http://us%40er:p%3Aw%25@p:1" })?.credentials).toEqual({
      username: "us@er",
      password: "p:w%",
    });
    expect(proxyFor(URL_OF_SERVICE, { HTTPS_PROXY: "http://p:1" })?.credentials).toBeNull();
  });

  it.each([
    "socks5://user:secret@p:1080",
    "ftp://p",
    "http://",
    "http://user:secret@",
    "http://p:99999",
    "://secret",
  ])("the client refuses the proxy %s without showing the proxy's address", (value) => {
    const read = (): unknown => proxyFor(URL_OF_SERVICE, { HTTPS_PROXY: value });
    expect(read).toThrow(expect.objectContaining({ code: "ERR_PROXY_UNSUPPORTED" }));
    expect(read).not.toThrow(/secret/);
  });

  it.each([
    ["*", URL_OF_SERVICE],
    ["api.example.com", URL_OF_SERVICE],
    ["example.com", URL_OF_SERVICE],
    [".example.com", URL_OF_SERVICE],
    ["*.example.com", URL_OF_SERVICE],
    ["EXAMPLE.com.", URL_OF_SERVICE],
    ["localhost, other.test  example.com", URL_OF_SERVICE],
    ["api.example.com:443", URL_OF_SERVICE],
    ["example.com:8443", "https://api.example.com:8443/"],
    ["10.1.2.3", "https://10.1.2.3/"],
    ["10.0.0.0/8", "https://10.1.2.3/"],
    ["::1", "https://[::1]:8443/"],
    ["[::1]:8443", "https://[::1]:8443/"],
    ["fd00::/8", "https://[fd12::1]/"],
    ["127.0.0.1", "https://127.0.0.1:8443/"],
  ])("the client bypasses the proxy for hosts in NO_PROXY: the list %s contains %s", (list, url) => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(originOf({ HTTPS_PROXY: "http://p:1", [name]: list }, url)).toBeNull();
  });

  it.each([
    ["ample.com", URL_OF_SERVICE],
    ["other.com", URL_OF_SERVICE],
    ["example.com.evil.test", URL_OF_SERVICE],
    ["api.example.com:8443", URL_OF_SERVICE],
    ["www.api.example.com", URL_OF_SERVICE],
    ["", URL_OF_SERVICE],
    [",; ,", URL_OF_SERVICE],
    ["10.0.0.0/8", "https://11.1.2.3/"],
    ["10.0.0.0/99", "https://10.1.2.3/"],
    ["10.0.0.0/", "https://11.1.2.3/"],
    ["::ffff:0:0/96", "https://10.1.2.3/"],
    ["10.0.0.0/8", "https://[::ffff:a01:203]/"],
    ["0.1.2.3", "https://10.1.2.3/"],
    ["::1", "https://127.0.0.1/"],
  ])("the client uses the proxy for hosts not in NO_PROXY: the list %j does not contain %s", (list, url) => {
    expect(originOf({ HTTPS_PROXY: "http://p:1", NO_PROXY: list }, url)).toBe("http://p:1");
  });
});
