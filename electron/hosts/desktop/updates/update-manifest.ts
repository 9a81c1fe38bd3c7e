import { z } from "zod";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { isSigned } from "./manifest-signature.ts";
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
