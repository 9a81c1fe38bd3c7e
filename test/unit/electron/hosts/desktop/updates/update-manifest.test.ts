import { createHash, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  manifestName,
  readManifest,
  signManifest,
  type SignedManifest,
} from "../../../../../../electron/hosts/desktop/updates/update-manifest.ts";
import { manifestText, publisherKeys } from "../../../../../helpers/update-server.ts";

const NAME = "latest-linux.yml";
const { privateKey, publicKey } = publisherKeys();
const FILE = Buffer.from("an AppImage");
const TEXT = manifestText("1.3.0", "Stockdeck-1.3.0.AppImage", FILE).toString();

const signed = (text: string, name = NAME): SignedManifest => ({
  name: NAME,
  text,
  signature: signManifest(name, Buffer.from(text), privateKey),
});

const NOT_SIGNED = /is not signed by the publisher/;
const UNREADABLE = /cannot be read/;

describe("an update manifest", () => {
  it("the manifest reader reads a manifest from electron-builder", async () => {
    expect(await readManifest(signed(TEXT), publicKey)).toEqual({
      version: "1.3.0",
      files: [
        {
          url: "Stockdeck-1.3.0.AppImage",
          sha512: createHash("sha512").update(FILE).digest("base64"),
          size: FILE.length,
        },
      ],
    });
  });

  it.each([
    ["with one changed character", { ...signed(TEXT), text: TEXT.replace("1.3.0", "1.3.1") }],
    ["with text after the signature", { ...signed(TEXT), text: `${TEXT}\n` }],
    ["without a signature", { ...signed(TEXT), signature: "" }],
    ["with text that is not a signature", { ...signed(TEXT), signature: "not base64 at all" }],
    ["with another manifest's signature", { ...signed(TEXT), signature: signed("version: 1.2.0").signature }],
    ["that was signed for another channel", signed(TEXT, "beta-linux.yml")],
    ["that was signed for another system", signed(TEXT, "latest.yml")],
    ["that was signed for another architecture", signed(TEXT, "latest-linux-arm64.yml")],
  ])("the manifest reader refuses a manifest %s", async (_title, manifest) => {
    await expect(readManifest(manifest, publicKey)).rejects.toThrow(NOT_SIGNED);
  });

  it("the manifest reader refuses a manifest signed with another key", async () => {
    await expect(readManifest(signed(TEXT), publisherKeys().publicKey)).rejects.toThrow(NOT_SIGNED);
  });

  it("the manifest reader verifies a manifest before it parses it", async () => {
    const bomb = `a: &a [x,x]\nb: [*a,*a]\n${TEXT}{`;
    await expect(readManifest({ ...signed(TEXT), text: bomb }, publicKey)).rejects.toThrow(NOT_SIGNED);
  });

  it.each([
    ["of another form", "just words"],
    ["without files", "version: 1.3.0\nfiles: []\n"],
    ["with a file on another server", TEXT.replace("url: Stock", "url: https://evil.example/Stock")],
    ["with a file in the parent folder", TEXT.replace("url: Stock", "url: ../Stock")],
    ["with an encoded path", TEXT.replace("url: Stock", "url: ..%2fStock")],
    ["with a hidden file", TEXT.replace("url: Stock", "url: .Stock")],
    ["without a hash", TEXT.replaceAll(/sha512: .+/g, "sha512: none")],
    ["with a shorter hash", TEXT.replaceAll(/sha512: .+/g, "sha512: YWJj")],
    ["of no version", TEXT.replace("version: 1.3.0", "version: newest")],
    ["of a huge file", TEXT.replace(/size: \d+/, "size: 99999999999")],
  ])("the manifest reader refuses a signed manifest %s", async (_title, text) => {
    await expect(readManifest(signed(text), publicKey)).rejects.toThrow(UNREADABLE);
  });

  it("a refused manifest fails with the kind update_refused", async () => {
    await expect(readManifest({ ...signed(TEXT), signature: "" }, publicKey)).rejects.toMatchObject({
      error: { kind: "update_refused" },
    });
  });

  it("a manifest's file name has its channel and system, as in electron-builder", () => {
    expect(manifestName("latest", "win32", "x64")).toBe("latest.yml");
    expect(manifestName("latest", "darwin", "arm64")).toBe("latest-mac.yml");
    expect(manifestName("latest", "linux", "x64")).toBe("latest-linux.yml");
    expect(manifestName("latest", "linux", "arm64")).toBe("latest-linux-arm64.yml");
    expect(manifestName("beta", "linux", "x64")).toBe("beta-linux.yml");
  });
});

it("a manifest's signature is valid only for its own name and bytes", () => {
  const { privateKey: other } = generateKeyPairSync("ed25519");
  expect(signManifest(NAME, Buffer.from(TEXT), other)).not.toBe(signed(TEXT).signature);
  // The signed text separates the name from the bytes, so moving a part from one to the other changes the
  // signature.
  expect(signManifest("a", Buffer.from("b\nc"), privateKey)).toBe(
    signManifest("a", Buffer.from("b\nc"), privateKey),
  );
  expect(signManifest("a", Buffer.from("b\nc"), privateKey)).not.toBe(
    signManifest("ab", Buffer.from("\nc"), privateKey),
  );
});
