import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  readUpdateSource,
  sourceOf,
} from "../../../../../../electron/hosts/desktop/updates/update-source.ts";

const { publicKey } = generateKeyPairSync("ed25519");
const pem = publicKey.export({ format: "pem", type: "spki" }).toString();
const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
const url = "https://updates.example/stockdeck";

describe("the update source", () => {
  it("a build without an address and a key has no update source", () => {
    expect(readUpdateSource({})).toBeNull();
    expect(readUpdateSource({ STOCKDECK_UPDATE_URL: "", STOCKDECK_UPDATE_KEY: "" })).toBeNull();
  });

  it("an update source is an https URL or a GitHub repository with a download page", () => {
    expect(readUpdateSource({ STOCKDECK_UPDATE_URL: url, STOCKDECK_UPDATE_KEY: pem })).toEqual({
      url,
      key,
      page: url,
    });
    const github = "github:acme/stockdeck";
    expect(readUpdateSource({ STOCKDECK_UPDATE_URL: github, STOCKDECK_UPDATE_KEY: key })).toEqual({
      url: github,
      key,
      page: "https://github.com/acme/stockdeck/releases",
    });
    const page = "https://intranet.example/stockdeck";
    const own = { STOCKDECK_UPDATE_URL: url, STOCKDECK_UPDATE_KEY: key, STOCKDECK_UPDATE_PAGE: page };
    expect(readUpdateSource(own)?.page).toBe(page);
  });

  it("an update source may use http only on this computer", () => {
    for (const own of ["http://127.0.0.1:8080/a", "http://[::1]/", "http://localhost:1/"])
      expect(readUpdateSource({ STOCKDECK_UPDATE_URL: own, STOCKDECK_UPDATE_KEY: key })?.url).toBe(own);
    for (const wrong of [
      "http://updates.example/",
      "http://127.0.0.1.evil.example/",
      "http://localhost.evil.example/",
      "file:///srv/updates",
      "updates.example",
      "github:acme",
      "github:acme/a/b",
    ])
      expect(() => readUpdateSource({ STOCKDECK_UPDATE_URL: wrong, STOCKDECK_UPDATE_KEY: key })).toThrow(
        "STOCKDECK_UPDATE_URL has to begin with https://.",
      );
    expect(() =>
      readUpdateSource({ STOCKDECK_UPDATE_URL: "https://a:b@updates.example/", STOCKDECK_UPDATE_KEY: key }),
    ).toThrow("may hold no name and no password");
    expect(() =>
      readUpdateSource({
        STOCKDECK_UPDATE_URL: url,
        STOCKDECK_UPDATE_KEY: key,
        STOCKDECK_UPDATE_PAGE: "javascript:alert(1)",
      }),
    ).toThrow("STOCKDECK_UPDATE_PAGE has to begin with https://.");
  });

  it("an update source needs both an address and an Ed25519 key", () => {
    expect(() => readUpdateSource({ STOCKDECK_UPDATE_URL: url })).toThrow("are set together, or neither is");
    expect(() => readUpdateSource({ STOCKDECK_UPDATE_KEY: key })).toThrow("are set together, or neither is");
    const { publicKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (const wrong of ["no key", other.export({ format: "pem", type: "spki" }).toString()])
      expect(() => readUpdateSource({ STOCKDECK_UPDATE_URL: url, STOCKDECK_UPDATE_KEY: wrong })).toThrow(
        "STOCKDECK_UPDATE_KEY is not an Ed25519 public key.",
      );
  });

  it("no environment variable changes the update source of a packaged app", () => {
    const evil = { STOCKDECK_UPDATE_URL: "https://evil.example/", STOCKDECK_UPDATE_KEY: key };
    const built = { url, key, page: url };
    expect(sourceOf(true, built, evil)).toBe(built);
    expect(sourceOf(true, null, evil)).toBeNull();
    expect(sourceOf(false, null, evil)?.url).toBe("https://evil.example/");
  });
});
