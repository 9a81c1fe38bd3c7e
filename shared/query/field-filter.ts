import { z } from "zod";

/** The text operators that the editor offers. */
export const TEXT_OPS = ["contains", "notContains", "startsWith", "is", "isNot"] as const;

const field = z.string();
const calendarDay = z.iso.date();

/**
 * The filter of one chip, as its editor shows it. The filter is closer to the user's choice than the conditions of a
 * query: it has "between two local days" instead of two instants. `compileFilter` turns it into the query model.
 */
export const fieldFilterSchema = z.discriminatedUnion("kind", [
  /** The row has any of the values, or none of them. `empty` means that records without a value count as chosen. */
  z.strictObject({
    kind: z.literal("choice"),
    field,
    negate: z.boolean(),
    values: z.array(z.string()).max(1_000),
    empty: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("text"), field, op: z.enum(TEXT_OPS), value: z.string().min(1).max(500) }),
  /** The number lies between two bounds, both included; null leaves an end open. */
  z.strictObject({
    kind: z.literal("range"),
    field,
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** The currency of the bounds, and the field that has the currency of each amount. */
    currency: z.strictObject({ field, value: z.string().min(1).max(200) }).optional(),
  }),
  /** The date is older or newer than an ISO 8601 duration before now. */
  z.strictObject({
    kind: z.literal("relative"),
    field,
    op: z.enum(["withinLast", "olderThan"]),
    duration: z.string(),
  }),
  /** The date lies between two local calendar days, both included; null leaves an end open. */
  z.strictObject({
    kind: z.literal("days"),
    field,
    from: calendarDay.nullable(),
    to: calendarDay.nullable(),
  }),
  /** The date lies after the beginning of the local day. */
  z.strictObject({ kind: z.literal("today"), field }),
  /** The number is below a share of another number of the row: 0.1 is a tenth. */
  z.strictObject({
    kind: z.literal("share"),
    field,
    of: z.string().min(1),
    share: z.number().positive().max(1),
  }),
  z.strictObject({ kind: z.literal("presence"), field, empty: z.boolean() }),
]);
export type FieldFilter = z.infer<typeof fieldFilterSchema>;

/** The number of parts of a group that a row must pass. */
export const GROUP_MATCHES = ["all", "any", "none", "notAll"] as const;
export type GroupMatch = (typeof GROUP_MATCHES)[number];

/** Filters that apply together. A part may be a group itself. */
export interface FilterGroup {
  readonly kind: "group";
  readonly match: GroupMatch;
  readonly parts: readonly ChipFilter[];
}
/** The filter of one chip: a field's filter, or a group of filters. */
export type ChipFilter = FieldFilter | FilterGroup;

/** The schema of a chip's filter. For a filter from outside, `unsafePart` and the query model limit the nesting. */
export const chipFilterSchema: z.ZodType<ChipFilter> = z.lazy(() =>
  z.discriminatedUnion("kind", [
    ...fieldFilterSchema.options,
    z.strictObject({
      kind: z.literal("group"),
      match: z.enum(GROUP_MATCHES),
      parts: z.array(chipFilterSchema).min(1).max(100),
    }),
  ]),
);

/** Lists the filters of single fields in a chip. */
export function leavesOf(filter: ChipFilter): readonly FieldFilter[] {
  return filter.kind === "group" ? filter.parts.flatMap(leavesOf) : [filter];
}

/** A chip: a filter with a switch. A filter that is switched off stays visible, but does not apply. */
export const chipSchema = z.strictObject({
  id: z.string(),
  enabled: z.boolean(),
  filter: chipFilterSchema,
});
export type Chip = z.infer<typeof chipSchema>;
