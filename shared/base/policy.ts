import { z } from "zod";
import { mailEndpointSchema } from "./mail-endpoint.ts";
import { connectionNameSchema } from "./connection-name.ts";
import { LANGUAGE_TAGS } from "./text/languages.ts";

/**
 * An administrator's policy for this computer (docs/administration.md). Every part is optional. An unknown name is
 * refused, so that a spelling mistake never leaves an action allowed.
 */
export const policySchema = z.strictObject({
  /** The only service to which connections may lead. */
  baseUrl: z.string().optional(),
  /** The name of a new connection, which the user may change. If absent, the host of the service is the name. */
  connectionName: connectionNameSchema.optional(),
  /** The language of the app. */
  language: z.enum(LANGUAGE_TAGS).optional(),
  updates: z
    .strictObject({ allowed: z.boolean().optional(), channel: z.enum(["latest", "beta"]).optional() })
    .optional(),
  /** False if no assistant may read any data (`mcp`). */
  assistants: z.strictObject({ allowed: z.boolean() }).optional(),
  /** The only folders to which files may be exported, with their subfolders. */
  exportFolders: z.array(z.string().min(1)).min(1).optional(),
  mail: z
    .strictObject({
      /** False if the app must not send mail. */
      allowed: z.boolean().optional(),
      /** The only mail server that may be used. */
      server: z
        .strictObject({
          ...mailEndpointSchema.shape,
          /** The path of a PEM file with certificate authorities. */
          authority: z.string().min(1).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** The policy without any restriction. */
export const NO_POLICY: Policy = {};
