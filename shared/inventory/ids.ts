import { z } from "zod";
import { MAX_TEXT_LENGTH } from "./resource-names.ts";

/** The id of a record, a holder or a place, as a caller names it: as long as one can be stored. */
export const idSchema = z.string().max(MAX_TEXT_LENGTH);

/** The name of a field, as a caller names it. */
export const fieldNameSchema = z.string().max(200);
