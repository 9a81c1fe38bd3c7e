import { z } from "zod";
import { updateStateSchema } from "./updates.ts";

const nothing = z.undefined();

/** The calls of updates of the app itself. All but the first are refused if the app does not update itself. */
export const UPDATE_CALLS = {
  getUpdate: { input: nothing, output: updateStateSchema },
  /** Asks the update server now; answers when it is known whether there is a newer version. */
  checkForUpdate: { input: nothing, output: updateStateSchema },
  /** Begins to download the version that was found (`update`). */
  downloadUpdate: { input: nothing, output: nothing },
  /** Quits, installs what was downloaded and starts again. Refused during an export and during the first pull. */
  installUpdate: { input: nothing, output: nothing },
  /** Shows no notice of this version until the next start. */
  postponeUpdate: { input: nothing, output: nothing },
  /** Opens the page for downloads, which the build names, in the system's browser. */
  openUpdatePage: { input: nothing, output: nothing },
} as const;

/** The event of updates. */
export const UPDATE_PUSHES = {
  update: updateStateSchema,
} as const;
