import { sign, verify, type KeyObject } from "node:crypto";
import { z } from "zod";
import { AppFailure, said } from "../../../../shared/base/errors.ts";
import type { Sentence } from "../../../../shared/base/text/texts.ts";
import { UPDATE_FAULTS } from "./messages.ts";
import { type UpdateChannel, publicKeyOf } from "./update-source.ts";

/** The version of a release, such as `1.2.3`. A pre-release has a suffix: `1.2.3-beta.4`. */
export const VERSION =
  /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** The most bytes of a file. It is far more than any installer of Stockdeck has. */
const MAX_FILE = 2 * 1024 ** 3;

/** The name of a file without a folder. The files are in the manifest's folder. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+ -]{0,199}$/);

const manifestSchema = z.object({
  version: z.string().max(60).regex(VERSION),
  files: z
    .array(
      z.object({
        url: fileName,
        /** The SHA-512 of the file in base64. */
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

/** A manifest as it was received, before its signature is verified. */
export interface SignedManifest {
  readonly name: string;
  readonly text: string;
  readonly signature: string;
}

/** The name of the manifest for a channel and a system, as electron-builder writes it. */
export function manifestName(channel: UpdateChannel, platform: NodeJS.Platform, arch: string): string {
  if (platform === "darwin") return `${channel}-mac.yml`;
  if (platform !== "linux") return `${channel}.yml`;
  return arch === "x64" ? `${channel}-linux.yml` : `${channel}-linux-${arch}.yml`;
}

/** Reads a manifest. The signature is verified before anything is parsed. @throws AppFailure `update_refused`. */
export async function readManifest(
  { name, text, signature }: SignedManifest,
  key: string,
): Promise<UpdateManifest> {
  if (!isSigned(name, Buffer.from(text), signature, publicKeyOf(key))) throw refused(UPDATE_FAULTS.notSigned);
  // The module is loaded on demand, like all of electron-updater.
  const { parseUpdateInfo } = await import("electron-updater/out/providers/Provider.js");
  try {
    return manifestSchema.parse(parseUpdateInfo(text, name, new URL("file:///")));
  } catch (cause) {
    throw refused(UPDATE_FAULTS.unreadable, { cause });
  }
}

/** Makes the refusal of an update. @param sentence tells the user why. */
export function refused(sentence: Sentence, options?: ErrorOptions): AppFailure {
  return new AppFailure({ kind: "update_refused", ...said(sentence) }, options);
}

/** The end of a signature's file name, after the name of its manifest. */
export const SIGNATURE_SUFFIX = ".sig";

/**
 * Signs a manifest together with its name. So the signature is not valid for another channel or system.
 * @returns the content of the signature's file: the signature in base64, and a line end.
 */
export function signManifest(name: string, bytes: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, signedBytes(name, bytes), privateKey).toString("base64")}\n`;
}

/** Whether a signature belongs to exactly this manifest under this name. @security */
export function isSigned(name: string, bytes: Uint8Array, signature: string, publicKey: KeyObject): boolean {
  return verify(null, signedBytes(name, bytes), publicKey, Buffer.from(signature.trim(), "base64"));
}

/** The bytes that are signed. Because of the first line, a signature by this key cannot be valid for anything else. */
function signedBytes(name: string, bytes: Uint8Array): Buffer {
  // oxlint-disable-next-line texts/in-messages -- signed bytes
  return Buffer.concat([Buffer.from(`Stockdeck update manifest 1\n${name}\n`), bytes]);
}

/**
 * Whether a version is newer than another, by the order of https://semver.org (11).
 * @throws Error if one of the texts is not a version.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  for (const at of [0, 1, 2] as const)
    if (one.numbers[at] !== other.numbers[at]) return one.numbers[at] > other.numbers[at];
  // A pre-release is older than its release.
  if (one.before.length === 0 || other.before.length === 0)
    return one.before.length === 0 && other.before.length > 0;
  for (const [at, part] of one.before.entries()) {
    const against = other.before[at];
    if (against === undefined) return true;
    if (part !== against) return isLater(part, against);
  }
  return false;
}

/** Numbers come before words, and are ordered by value. */
function isLater(part: string, than: string): boolean {
  const [isNumber, isOtherNumber] = [part, than].map((text) => /^\d+$/.test(text));
  if (isNumber && isOtherNumber) return Number(part) > Number(than);
  if (isNumber || isOtherNumber) return !isNumber;
  return part > than;
}

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly before: readonly string[];
}

function parse(version: string): Version {
  const [, major, minor, patch, before] = VERSION.exec(version) ?? [];
  if (major === undefined) throw new Error("not a version");
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    before: before === undefined ? [] : before.split("."),
  };
}
