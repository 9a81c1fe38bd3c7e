import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import zlib from "node:zlib";
import { SIGNATURE_SUFFIX, signManifest } from "../../electron/hosts/desktop/updates/update-manifest.ts";

/** A publisher's pair of keys. */
export interface PublisherKeys {
  readonly privateKey: KeyObject;
  /** The public key in the form that the build has. */
  readonly publicKey: string;
}

export function publisherKeys(): PublisherKeys {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64") };
}

/** The published update; each test changes one part. */
export interface Published {
  readonly version: string;
  readonly file: Buffer;
  /**
   * The bytes that the manifest describes; by default the bytes of `file`. A test sets them to serve a file
   * that differs from its manifest.
   */
  readonly described?: Buffer;
  /** The name of the signed manifest. */
  readonly signedName?: string;
  readonly privateKey: KeyObject;
  /** Bytes of the block map within the file; if absent, the file is downloaded as a whole. */
  readonly blockMapSize?: number;
}

/** A server of releases on loopback. */
export class UpdateServer {
  /** The server's answers by path; a test may change them. */
  readonly files = new Map<string, Buffer>();
  /** Bytes of files that were sent. */
  sent = 0;
  /** The requested paths. */
  readonly requests: string[] = [];
  /** Bytes after which the server closes a file's connection; null if it never does. */
  breakAfter: number | null = null;
  /** Whether the file of a release never ends. */
  endless = false;
  /** Addresses that the server redirects to, by path. */
  readonly redirects = new Map<string, string>();
  readonly #server = http.createServer((request, response) => this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Publishes a version, as electron-builder and `npm run sign-release` do. @returns the file's name. */
  publish(
    name: string,
    { version, file, described = file, signedName = name, privateKey, blockMapSize }: Published,
  ): string {
    const fileName = `Stockdeck-${version}.AppImage`;
    const manifest = manifestText(version, fileName, described, blockMapSize);
    this.files.set(`/${fileName}`, file);
    this.files.set(`/${name}`, manifest);
    this.files.set(
      `/${name}${SIGNATURE_SUFFIX}`,
      Buffer.from(signManifest(signedName, manifest, privateKey)),
    );
    return fileName;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { pathname } = new URL(request.url ?? "/", this.url);
    this.requests.push(pathname);
    const elsewhere = this.redirects.get(pathname);
    if (elsewhere !== undefined) {
      response.writeHead(302, { Location: elsewhere }).end();
      return;
    }
    const content = this.files.get(pathname);
    if (!content) {
      response.writeHead(404).end();
      return;
    }
    if (this.endless && pathname.endsWith(".AppImage")) {
      const more = (): boolean => response.write(Buffer.alloc(64 * 1024)) && more();
      response.writeHead(200).on("drain", more);
      more();
      return;
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from !== undefined && to !== undefined) {
      const part = content.subarray(Number(from), Number(to) + 1);
      this.sent += part.length;
      response.writeHead(206, { "Content-Length": part.length }).end(part);
      return;
    }
    this.sent += content.length;
    response.writeHead(200, { "Content-Length": content.length });
    const isBroken = this.breakAfter !== null && pathname.endsWith(".AppImage");
    if (!isBroken) response.end(content);
    else response.write(content.subarray(0, this.breakAfter ?? 0), () => response.destroy());
  }
}

/** A manifest in electron-builder's format. */
export function manifestText(version: string, fileName: string, file: Buffer, blockMapSize?: number): Buffer {
  const sha512 = createHash("sha512").update(file).digest("base64");
  return Buffer.from(
    [
      `version: ${version}`,
      "files:",
      `  - url: ${fileName}`,
      `    sha512: ${sha512}`,
      `    size: ${file.length}`,
      ...(blockMapSize === undefined ? [] : [`    blockMapSize: ${blockMapSize}`]),
      `path: ${fileName}`,
      `sha512: ${sha512}`,
      "releaseDate: '2026-01-01T00:00:00.000Z'",
      "",
    ].join("\n"),
  );
}

/** Bytes of a block; electron-builder's blocks have about the same size. */
const BLOCK = 64 * 1024;

/** An AppImage that ends with its block map, as electron-builder makes it. */
export function withBlockMap(content: Buffer): { readonly file: Buffer; readonly blockMapSize: number } {
  const blocks = Array.from({ length: Math.ceil(content.length / BLOCK) }, (_none, at) =>
    content.subarray(at * BLOCK, (at + 1) * BLOCK),
  );
  const checksums = blocks.map((block) => createHash("sha256").update(block).digest("base64"));
  const files = [{ name: "file", offset: 0, checksums, sizes: blocks.map(({ length }) => length) }];
  const map = zlib.deflateRawSync(JSON.stringify({ version: "2", files }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(map.length);
  return { file: Buffer.concat([content, map, length]), blockMapSize: map.length };
}
