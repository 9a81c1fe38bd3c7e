import { z } from "zod";
import type { ConnectionDocument } from "../../contract/connection-document.ts";
import { MAX_DAYS } from "./out-limits.ts";

/** The most material types that may have a limit of their own. */
export const MAX_LIMITS = 500;

/** Days that items may be out, by the id of their material type; the empty id is the limit of all other types. */
export const OUT_LIMITS = {
  name: "limits",
  record: z.int().min(1).max(MAX_DAYS),
  maxRecords: MAX_LIMITS + 1,
  tooMany: `At most ${MAX_LIMITS} material types can have a limit of their own.`,
} as const satisfies ConnectionDocument;
