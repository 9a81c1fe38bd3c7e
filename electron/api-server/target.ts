import type { Resource } from "../../shared/inventory/resource-names.ts";
import { notFound, ServiceError } from "./answers.ts";

/** The operation of a request (specification 4): a list, or one record by its id. */
export interface Target {
  readonly resource: Resource;
  /** The path parameter, decoded; null for a list. */
  readonly id: string | null;
}

const PATH = /^\/inventory\/(items|types|locations)(?:\/([^/]+))?$/;

/** Reads method and path of a request. */
export function targetOf(method: string | undefined, url = ""): Target | "unknownPath" | "wrongMethod" {
  const match = PATH.exec(url.replace(/[?#].*$/s, ""));
  if (!match) return "unknownPath";
  if (method !== "GET") return "wrongMethod";
  const [, name, encoded] = match;
  try {
    return { resource: name as Resource, id: encoded === undefined ? null : decodeURIComponent(encoded) };
  } catch {
    // The id has a malformed escape.
    return "unknownPath";
  }
}

/** The query of a request. */
export function queryOf(url = ""): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
}

/** The refusal of a path or method that no operation has. */
export function unknownTarget(target: "unknownPath" | "wrongMethod"): ServiceError {
  if (target === "unknownPath") return notFound("There is no such endpoint.");
  return new ServiceError(405, "method_not_allowed", "Every inventory endpoint is read-only: use GET.", {
    headers: { allow: "GET" },
  });
}

const NOUNS = { items: "item", types: "material type", locations: "location" } as const;

/** 404 for a record. */
export const noSuchRecord = (resource: Resource): ServiceError =>
  notFound(`There is no such ${NOUNS[resource]} in this company.`);
