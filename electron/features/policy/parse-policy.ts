import path from "node:path";
import type { z } from "zod";
import { toAppError } from "../../../shared/base/errors.ts";
import { policySchema, type Policy } from "../../../shared/features/policy/policy.ts";
import { normalizeBaseUrl } from "../../client/base-url.ts";

/** A policy that cannot be used; the message is the fault, without the place that it was read from. */
export class PolicyFault extends Error {
  override readonly name = "PolicyFault";
}

/** Reads a policy from its JSON text. @throws PolicyFault. */
export function parsePolicy(text: string): Policy {
  const parsed = policySchema.safeParse(readJson(text));
  if (!parsed.success) throw new PolicyFault(parsed.error.issues.map(describeIssue).join(" "));
  const { baseUrl, relayUrl, exportFolders, ...others } = parsed.data;
  const relative = exportFolders?.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw new PolicyFault(`exportFolders: “${relative}” is not the whole path of a folder.`);
  return {
    ...others,
    ...(baseUrl === undefined ? {} : { baseUrl: readUrl("baseUrl", baseUrl) }),
    ...(relayUrl === undefined ? {} : { relayUrl: readUrl("relayUrl", relayUrl) }),
    ...(exportFolders === undefined ? {} : { exportFolders }),
  };
}

function readJson(text: string): unknown {
  try {
    // Editors of Windows begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new PolicyFault("It is not JSON.");
  }
}

function readUrl(name: string, text: string): string {
  try {
    return normalizeBaseUrl(text);
  } catch (thrown) {
    throw new PolicyFault(`${name}: ${toAppError(thrown).message}`);
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `There is no setting “${[...where, key].join(".")}”.`).join(" ");
  const place = where.length === 0 ? "The policy" : where.join(".");
  return `${place}: ${issue.message.replace(/^Invalid input: /, "")}.`;
}
