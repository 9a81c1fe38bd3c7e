import { z } from "zod";
import { connectionIdSchema } from "../../inventory/connections.ts";

/** The calls of a page that is printed as a sheet. */
export const SHEET_CALLS = {
  /** Reports that the overview is drawn. Only the sheet that is being printed has its token. */
  reportSheetDrawn: {
    input: z.strictObject({
      sheet: z.uuid(),
      /** The connection that it shows. */
      connectionId: connectionIdSchema,
      /** Whether all of its data could be read. */
      isWhole: z.boolean(),
    }),
    output: z.undefined(),
  },
} as const;
