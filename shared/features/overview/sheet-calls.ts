import { z } from "zod";
import { connectionIdSchema } from "../../inventory/connections.ts";

/** The calls of a page that is printed as a sheet. */
export const SHEET_CALLS = {
  /** Reports that the overview is drawn. Only the sheet that is being printed has the token for this call. */
  reportSheetDrawn: {
    input: z.strictObject({
      sheet: z.uuid(),
      /** The connection that the sheet shows. */
      connectionId: connectionIdSchema,
      /** Whether all data of the sheet could be read. */
      isWhole: z.boolean(),
    }),
    output: z.undefined(),
  },
} as const;
