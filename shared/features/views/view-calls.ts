import { z } from "zod";
import { savedFileSchema } from "../../contract/declarations.ts";
import { ofProfile } from "../../inventory/profiles.ts";
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
const ofView = { ...ofProfile, id: viewIdSchema } as const;

/** The calls of the views that users name. They belong to a profile, which need not be open. */
export const VIEW_CALLS = {
  /** The views that were named in a profile, each table's in their order. */
  listViews: { input: z.strictObject(ofProfile), output: z.array(savedViewSchema) },
  /** Adds a view behind the others; a name that is taken already gets a number. */
  createView: { input: newViewSchema, output: savedViewSchema },
  saveView: { input: z.strictObject({ ...ofView, definition: viewDefinitionSchema }), output: nothing },
  /** Refuses a name that another view of the same table has. */
  renameView: { input: z.strictObject({ ...ofView, name: viewNameSchema }), output: nothing },
  /** Puts a view before another one of its table; null: behind all. */
  moveView: { input: z.strictObject({ ...ofView, before: viewIdSchema.nullable() }), output: nothing },
  /** `restoreView` takes it back, until the app ends. */
  deleteView: { input: z.strictObject(ofView), output: nothing },
  restoreView: { input: z.strictObject(ofView), output: nothing },
  /** Writes a view into a file that the user chooses. */
  exportView: { input: sharedViewSchema, output: savedFileSchema },
  /**
   * A view that another program asked to open: a link, or a view file's text. Returns it once; null if there is
   * none.
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
  /** A profile's views were changed in any window; these are all of them now. */
  views: z.strictObject({ ...ofProfile, views: z.array(savedViewSchema) }),
} as const;
