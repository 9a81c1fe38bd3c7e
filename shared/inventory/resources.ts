import { z } from "zod";
import { parseInstant } from "../base/time/instant.ts";
import { MAX_TEXT_LENGTH } from "./resource-names.ts";

const text = z.string().max(MAX_TEXT_LENGTH);
const identifier = text.min(1);
const optionalText = text.nullish();
const optionalNumber = z.number().nullish();
/** A date-time as the service sent it, with any offset and precision (specification 2). */
const optionalDate = z
  .string()
  .max(64)
  .refine((value) => parseInstant(value) !== null, "not an ISO 8601 date-time")
  .nullish();

/**
 * An item (specification 2.1). Unknown fields are kept. An absent field reads as null. `id` and `name` are required,
 * and a field of a wrong type makes the record malformed.
 */
export const itemSchema = z.looseObject({
  id: identifier,
  name: text,
  status: text.nullish(),
  locationId: optionalText,
  materialTypeId: optionalText,
  startingLength: optionalNumber,
  originalLength: optionalNumber,
  remainingLength: optionalNumber,
  weight: optionalNumber,
  weightSource: optionalText,
  checkedOutToUserId: optionalText,
  checkedOutAt: optionalDate,
  archivedAt: optionalDate,
  createdAt: optionalDate,
  updatedAt: optionalDate,
});
export type Item = z.infer<typeof itemSchema>;

/** A material type (specification 2.2). */
export const materialTypeSchema = z.looseObject({
  id: identifier,
  name: text,
  width: optionalNumber,
  thickness: optionalNumber,
  calculatedDensity: optionalNumber,
  densityDisplayUnit: optionalText,
  densitySourceType: optionalText,
  spoolWeight: optionalNumber,
  pricePerFoot: optionalNumber,
  pricePerPound: optionalNumber,
  pricingBasis: optionalText,
  currency: optionalText,
  createdAt: optionalDate,
  updatedAt: optionalDate,
});
export type MaterialType = z.infer<typeof materialTypeSchema>;

/** A location (specification 2.3). */
export const locationSchema = z.looseObject({
  id: identifier,
  name: text,
  createdAt: optionalDate,
  updatedAt: optionalDate,
});
export type Location = z.infer<typeof locationSchema>;

/** The schema of a record of each resource. */
export const recordSchemas = {
  items: itemSchema,
  types: materialTypeSchema,
  locations: locationSchema,
} as const;

/** The type of each resource's records, as the service sends them. */
export interface RecordOf {
  readonly items: Item;
  readonly types: MaterialType;
  readonly locations: Location;
}

/** The id of a record, holder or location in a call. It has the same limit as stored ids. */
export const idSchema = z.string().max(MAX_TEXT_LENGTH);

/** The name of a field in a call. */
export const fieldNameSchema = z.string().max(200);
