import { VIEW_LIMITS } from "./messages.ts";
import { z } from "zod";
import { savedFileSchema, type ConnectionDocument } from "../../contract/declarations.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { MAX_VIEW_FILE } from "./view-share.ts";
import {
  newViewSchema,
  savedViewSchema,
  viewDefinitionSchema,
  viewIdSchema,
  viewNameSchema,
} from "../../query/views/views.ts";
import { sharedViewSchema } from "./view-share.ts";

const nothing = z.undefined();
const ofView = { ...ofConnection, id: viewIdSchema } as const;

/** The most views of a connection. */
const MAX_VIEWS = 1_000;

/** The views of a connection, in the user's order. */
export const VIEWS = {
  name: "views",
  id: viewIdSchema,
  record: savedViewSchema.pick({ resource: true, name: true, definition: true }),
  // The limit is low because each filter of a view is compared with the schemas of all kinds of filters.
  maxTeamParts: 10_000,
  maxRecords: MAX_VIEWS,
  tooMany: VIEW_LIMITS.tooMany({ most: String(MAX_VIEWS) }),
} as const satisfies ConnectionDocument;

/** The calls of users' views. The connection need not be open. */
export const VIEW_CALLS = {
  /** Lists the views of a connection; the views of each table are in the user's order. */
  listViews: { input: z.strictObject(ofConnection), output: z.array(savedViewSchema) },
  /** Adds a view at the end. If its name is taken, a number is added to the name. */
  createView: { input: newViewSchema, output: savedViewSchema },
  saveView: { input: z.strictObject({ ...ofView, definition: viewDefinitionSchema }), output: nothing },
  /** Renames a view. A name that another view of the same table has is refused. */
  renameView: { input: z.strictObject({ ...ofView, name: viewNameSchema }), output: nothing },
  /** Moves a view before another view of its table; null moves the view to the end. */
  moveView: { input: z.strictObject({ ...ofView, before: viewIdSchema.nullable() }), output: nothing },
  /** Deletes a view; `restoreView` restores it until the app ends. */
  deleteView: { input: z.strictObject(ofView), output: nothing },
  restoreView: { input: z.strictObject(ofView), output: nothing },
  /** Writes a view into a file that the user chooses. */
  exportView: { input: sharedViewSchema, output: savedFileSchema },
  /**
   * Returns the view that another program asked Stockdeck to open: a link, or the text of a view file. Each request is
   * returned once; null if there is no request.
   */
  takeViewLink: {
    input: nothing,
    output: z
      .string()
      .max(MAX_VIEW_FILE + 1)
      .nullable(),
  },
} as const;

export const VIEW_PUSHES = {
  /** Pushed after a connection's views changed in any window. The list contains all of them. */
  views: z.strictObject({ ...ofConnection, views: z.array(savedViewSchema) }),
} as const;
