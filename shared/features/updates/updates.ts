import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";

/** How this installation gets new versions of the app, or why it gets none. */
export const UPDATE_WAYS = [
  "install", // downloaded and installed by the app
  "notify", // the user sees a notice and installs the update by hand
  "browser", // the page is in a browser: the host's administrator updates it
  "build", // the build names no update server
  "administrator", // switched off by an administrator
] as const;

/** The steps of an update. */
export const UPDATE_STEPS = [
  "idle",
  "checking",
  "available", // a newer version is known
  "downloading",
  "ready", // downloaded; it is installed when the app quits
] as const;

/** Updates of the app itself, as the screens show them. */
export const updateStateSchema = z.strictObject({
  way: z.enum(UPDATE_WAYS),
  step: z.enum(UPDATE_STEPS),
  /** The newer version; null if none is known. */
  version: z.string().nullable(),
  /** Bytes of the download so far, and in all. */
  received: z.int().min(0),
  size: z.int().min(0),
  /** When the update server was last asked with success, ISO 8601. */
  lastCheck: z.iso.datetime().nullable(),
  /** Why the last step failed; null after one that succeeded. */
  error: appErrorSchema.nullable(),
  /** The user does not want to be reminded of this version before the next start. */
  postponed: z.boolean(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
export type UpdateWay = UpdateState["way"];

/** The state in which nothing has happened yet. */
export const blankUpdate = (way: UpdateWay): UpdateState => ({
  way,
  step: "idle",
  version: null,
  received: 0,
  size: 0,
  lastCheck: null,
  error: null,
  postponed: false,
});

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

export const UPDATE_PUSHES = { update: updateStateSchema } as const;
