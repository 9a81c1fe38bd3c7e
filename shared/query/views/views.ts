import { z } from "zod";
import { chipFilterSchema } from "../field-filter.ts";
import { MAX_SEARCH } from "../query.ts";
import { connectionIdSchema } from "../../inventory/connections.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { unsafePart } from "../../base/text/json.ts";

/**
 * The minor version of the views that this version of Stockdeck writes. A newer minor version only adds parts, which
 * are kept.
 */
export const VIEW_MINOR = 0;
/** The most characters of a view's name. */
export const MAX_VIEW_NAME = 80;
/** The densities of rows. */
export const DENSITIES = ["compact", "normal", "comfortable"] as const;

const columnId = z.string().min(1).max(200);
const columnIds = z.array(columnId).max(200);

/** Order, visibility, widths and pins of columns, by column id. An absent part has the grid's default. */
export const columnsSchema = z.strictObject({
  order: columnIds,
  visibility: z.record(columnId, z.boolean()),
  widths: z.record(columnId, z.number().min(0).max(10_000)),
  /** Columns that stay at an edge while the other columns scroll. */
  pins: z.record(columnId, z.enum(["left", "right"])).default({}),
});

/** The order of a table, the most important field first. */
export const sortSchema = z
  .array(z.strictObject({ field: z.string().max(200), direction: z.enum(["asc", "desc"]) }))
  .max(8);

/** The other parts of a table's arrangement. An absent part has its default value. */
export const arrangementShape = {
  /** Fields by which rows are grouped, the outermost first. */
  grouping: z.array(columnId).max(8).optional(),
  /** The order of the groups (`parseGroupOrder`); absent for the order of their values. */
  groupOrder: z.string().max(210).optional(),
  density: z.enum(DENSITIES).optional(),
} as const;

const definitionShape = {
  version: z.literal(1),
  minor: z.int().min(0),
  search: z.string().max(MAX_SEARCH),
  /** Filters in the form of their editors, so that "today" stays relative. A filter that is off stays visible. */
  filters: z.array(z.strictObject({ enabled: z.boolean(), filter: chipFilterSchema })).max(100),
  sort: sortSchema,
  /** Absent if the view leaves the columns unchanged. */
  columns: columnsSchema.optional(),
  ...arrangementShape,
} as const;

/**
 * A view without its name, as one versioned JSON object. Unknown parts are kept if the view has a newer minor version,
 * and refused otherwise.
 */
export const viewDefinitionSchema = z
  .unknown()
  .check((context) => {
    const problem = unsafePart(context.value);
    if (problem !== null) context.issues.push({ code: "custom", message: problem, input: context.value });
  })
  .pipe(
    z.looseObject(definitionShape).check(({ value, issues }) => {
      if (value.minor > VIEW_MINOR) return;
      const unknown = Object.keys(value).find((name) => !Object.hasOwn(definitionShape, name));
      if (unknown === undefined) return;
      // oxlint-disable-next-line texts/in-messages -- a detail of the refusal, for the author of the file
      issues.push({ code: "custom", message: `unknown part “${unknown}”`, input: value });
    }),
  );
export type ViewDefinition = Readonly<z.infer<typeof viewDefinitionSchema>>;

/** The parts of a definition from a newer version. They are kept when this version writes the view. */
export function unknownParts(definition: ViewDefinition): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(definition).filter(([name]) => !Object.hasOwn(definitionShape, name)),
  );
}

/** A view's name: 1 to 80 characters on one line, without spaces at the beginning or end. */
export const viewNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_VIEW_NAME)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u);

/** The id of a view that the user made. Ids of built-in views are words, never UUIDs. */
export const viewIdSchema = z.uuid();

/**
 * A view that the user made. It belongs to one connection, because its filters contain ids of this connection's
 * company.
 */
export const savedViewSchema = z.strictObject({
  id: viewIdSchema,
  connectionId: connectionIdSchema,
  resource: z.enum(RESOURCES),
  name: viewNameSchema,
  definition: viewDefinitionSchema,
  /** True for a view of the team, which cannot be changed. Users change a copy instead. */
  isTeams: z.literal(true).optional(),
});
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>;

/** The fields that are needed to create a view. */
export const newViewSchema = savedViewSchema.omit({ id: true, isTeams: true });
