import { z } from "zod";
import { idSchema } from "../inventory/resources.ts";
import { findField } from "../inventory/fields.ts";
import type { Resource } from "../inventory/resource-names.ts";
import { MAX_LEVELS } from "./group-levels.ts";

/** The most exceptions: open groups while the rest is closed, or closed groups while the rest is open. */
export const MAX_EXCEPTIONS = 2_000;

const direction = z.enum(["asc", "desc"]);

/** The order of sibling groups, by the number of their rows or by a sum. By default the values of the groups decide. */
const groupOrderSchema = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("count"), direction }),
  z.strictObject({ by: z.literal("sum"), field: z.string().min(1).max(200), direction }),
]);
export type GroupOrder = Readonly<z.infer<typeof groupOrderSchema>>;

const pathSchema = z.array(idSchema.nullable()).min(1).max(MAX_LEVELS);

/**
 * The grouping of a result by the first fields of its order. Each field is one level, and some groups may be closed.
 */
export const groupsSchema = z.strictObject({
  levels: z.int().min(1).max(MAX_LEVELS),
  /** True: all groups except the exceptions are closed. False: all groups except the exceptions are open. */
  closed: z.boolean(),
  exceptions: z.array(pathSchema).max(MAX_EXCEPTIONS),
  /** By default the groups are ordered by their values, as in the query's order. */
  order: groupOrderSchema.optional(),
});
export type Groups = Readonly<z.infer<typeof groupsSchema>>;

/** The id of an order in a view: `count:desc`, or `weight:asc` for the sum of a field. */
export function groupOrderId(order: GroupOrder): string {
  return `${order.by === "count" ? "count" : order.field}:${order.direction}`;
}

/** Reads the id of an order of groups; undefined if the order is unknown. */
export function parseGroupOrder(resource: Resource, id = ""): GroupOrder | undefined {
  const [by = "", way] = id.split(":");
  if (way !== "asc" && way !== "desc") return undefined;
  if (by === "count") return { by, direction: way };
  return findField(resource, by)?.kind === "number" ? { by: "sum", field: by, direction: way } : undefined;
}

/** The data of a group, for a display row above the group's rows. */
const groupSchema = z.strictObject({
  /** The level from 0, the outermost. */
  level: z.int().min(0),
  path: pathSchema,
  /** The name of a reference; null if the reference has no name, or its id is not in the copy. */
  name: z.string().nullable(),
  /** The number of the group's rows, even if the group is closed. */
  count: z.int().min(1),
  closed: z.boolean(),
  /** The group's place among its sibling groups, from 0. `beside` is the number of these groups. */
  place: z.int().min(0),
  beside: z.int().min(1),
});

/** The heading of a group, a display row of a grouped table. Its id identifies the group. */
export const groupLineSchema = z.strictObject({ id: z.string(), group: groupSchema });
export type GroupLine = Readonly<z.infer<typeof groupLineSchema>>;
