import { z } from "zod";
import { idSchema } from "../inventory/resources.ts";
import { findField } from "../inventory/fields.ts";
import type { Resource } from "../inventory/resource-names.ts";
import { MAX_LEVELS } from "./group-levels.ts";

/** The most groups that differ from all others by being open or closed. */
export const MAX_EXCEPTIONS = 2_000;

const direction = z.enum(["asc", "desc"]);

/** The order of sibling groups by their rows or by a sum. If absent, their values order them. */
const groupOrderSchema = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("count"), direction }),
  z.strictObject({ by: z.literal("sum"), field: z.string().min(1).max(200), direction }),
]);
export type GroupOrder = Readonly<z.infer<typeof groupOrderSchema>>;

const pathSchema = z.array(idSchema.nullable()).min(1).max(MAX_LEVELS);

/** How a result is divided: by the first fields of its order, each a level, with some groups closed. */
export const groupsSchema = z.strictObject({
  levels: z.int().min(1).max(MAX_LEVELS),
  /** Whether groups are closed, all but the exceptions; else they are open, all but those. */
  closed: z.boolean(),
  exceptions: z.array(pathSchema).max(MAX_EXCEPTIONS),
  /** Absent: by their values, as the query's order has them. */
  order: groupOrderSchema.optional(),
});
export type Groups = Readonly<z.infer<typeof groupsSchema>>;

/** Stands for an order in a view: `count:desc`, or `weight:asc` for the sum of a field. */
export function groupOrderId(order: GroupOrder): string {
  return `${order.by === "count" ? "count" : order.field}:${order.direction}`;
}

/** Reads a view's order of groups; undefined for an unknown one. */
export function parseGroupOrder(resource: Resource, id = ""): GroupOrder | undefined {
  const [by = "", way] = id.split(":");
  if (way !== "asc" && way !== "desc") return undefined;
  if (by === "count") return { by, direction: way };
  return findField(resource, by)?.kind === "number" ? { by: "sum", field: by, direction: way } : undefined;
}

/** A group as a line above its rows. */
const groupSchema = z.strictObject({
  /** The level from 0, the outermost. */
  level: z.int().min(0),
  path: pathSchema,
  /** The name behind a reference; null if it has no name, or the id is unknown here. */
  name: z.string().nullable(),
  /** Rows in it, those of its closed groups as well. */
  count: z.int().min(1),
  closed: z.boolean(),
  /** The group's place among its siblings, from 0, and the number of groups there (`beside`). */
  place: z.int().min(0),
  beside: z.int().min(1),
});

/** The heading of a group, a display row of a grouped table. Its id identifies the group. */
export const groupLineSchema = z.strictObject({ id: z.string(), group: groupSchema });
export type GroupLine = Readonly<z.infer<typeof groupLineSchema>>;
