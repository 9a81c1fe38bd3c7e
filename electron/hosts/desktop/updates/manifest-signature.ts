import { sign, verify, type KeyObject } from "node:crypto";

/** The suffix of a signature's file name, after the name of its manifest. */
export const SIGNATURE_SUFFIX = ".sig";

/**
 * Signs a manifest together with its name. The manifest of one channel or system is then not valid for another.
 * @returns the content of the signature's file: the signature in base64, and a line's end.
 */
export function signManifest(name: string, bytes: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, signedBytes(name, bytes), privateKey).toString("base64")}\n`;
}

/** Whether the signature is of exactly this manifest under this name. @security */
export function isSigned(name: string, bytes: Uint8Array, signature: string, publicKey: KeyObject): boolean {
  return verify(null, signedBytes(name, bytes), publicKey, Buffer.from(signature.trim(), "base64"));
}

/** The first line keeps a signature of this key from meaning anything else. */
function signedBytes(name: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`Stockdeck update manifest 1\n${name}\n`), bytes]);
}
