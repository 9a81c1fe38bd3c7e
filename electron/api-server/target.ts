import type { Resource } from "../../shared/inventory/resource-names.ts";
import { notFound, ServiceError } from "./answers.ts";

/** The operation that a request wants (specification 4): a list, or one record by its id. */
export interface Target {
  readonly resource: Resource;
  /** The decoded path parameter with the record's id; null for a list. */
  readonly id: string | null;
}

const PATH = /^\/inventory\/(items|types|locations)(?:\/([^/]+))?$/;

/** Reads the operation from a request's method and path. */
export function targetOf(method: string | undefined, url = ""): Target | "unknownPath" | "wrongMethod" {
  const match = PATH.exec(url.replace(/[?#].*$/s, ""));
  if (!match) return "unknownPath";
  if (method !== "GET") return "wrongMethod";
  const [, name, encoded] = match;
  try {
    return { resource: name as Resource, id: encoded === undefined ? null : decodeURIComponent(encoded) };
  } catch {
    // The escapes in the id are malformed.
    return "unknownPath";
  }
}

/** The query of a request. */
export function queryOf(url = ""): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}

/** Makes the refusal of a path or method that no operation has. */
export function unknownTarget(target: "unknownPath" | "wrongMethod"): ServiceError {
  if (target === "unknownPath") return notFound("There is no such endpoint.");
  return new ServiceError(405, "method_not_allowed", "Every inventory endpoint is read-only: use GET.", {
    headers: { allow: "GET" },
  });
}

const NOUNS = { items: "item", types: "material type", locations: "location" } as const;

/** Makes the 404 for a record that does not exist. */
export const noSuchRecord = (resource: Resource): ServiceError =>
  notFound(`There is no such ${NOUNS[resource]} in this company.`);
