import { sign, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { AppFailure } from "../../../../shared/base/errors.ts";
import type { UpdateChannel } from "./update-policy.ts";
import { publicKeyOf } from "./update-source.ts";
import { VERSION } from "./versions.ts";

/** Bytes; far more than any installer of Stockdeck. */
const MAX_FILE = 2 * 1024 ** 3;

/** The name alone: the files are in the manifest's own folder. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+ -]{0,199}$/);

const manifestSchema = z.object({
  version: z.string().max(60).regex(VERSION),
  files: z
    .array(
      z.object({
        url: fileName,
        /** SHA-512 in base64. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(MAX_FILE),
        blockMapSize: z.int().min(1).optional(),
      }),
    )
    .min(1)
    .max(20),
});

/** The content of a release. */
export type UpdateManifest = z.infer<typeof manifestSchema>;

/** A manifest as it was received. */
export interface SignedManifest {
  readonly name: string;
  readonly text: string;
  readonly signature: string;
}

/** The name of the manifest of a channel and a system, as electron-builder writes it. */
export function manifestName(channel: UpdateChannel, platform: NodeJS.Platform, arch: string): string {
  if (platform === "darwin") return `${channel}-mac.yml`;
  if (platform !== "linux") return `${channel}.yml`;
  return arch === "x64" ? `${channel}-linux.yml` : `${channel}-linux-${arch}.yml`;
}

/**
 * Reads a manifest; nothing of it is parsed before its signature is verified.
 * @throws AppFailure `update_refused`.
 */
export async function readManifest(
  { name, text, signature }: SignedManifest,
  key: string,
): Promise<UpdateManifest> {
  if (!isSigned(name, Buffer.from(text), signature, publicKeyOf(key)))
    throw refused(
      "The update was refused: its description is not signed by the publisher of this Stockdeck. It may have been changed on its way.",
    );
  // Loaded on demand, as is all of electron-updater.
  const { parseUpdateInfo } = await import("electron-updater/out/providers/Provider.js");
  try {
    return manifestSchema.parse(parseUpdateInfo(text, name, new URL("file:///")));
  } catch (cause) {
    throw refused("The update was refused: its description cannot be read.", { cause });
  }
}

/** A refusal of an update, in a sentence for people. */
export function refused(message: string, options?: ErrorOptions): AppFailure {
  return new AppFailure({ kind: "update_refused", message }, options);
}

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
