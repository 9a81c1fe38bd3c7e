import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";

/** The ways in which installations get new versions, or the reasons why they cannot. */
export const UPDATE_WAYS = [
  "install", // downloaded and installed by the app
  "notify", // the user sees a notice and installs the update manually
  "browser", // the page is in a browser: the host's administrator updates it
  "build", // the build names no update server
  "administrator", // switched off by the administrator's policy
] as const;

/** The steps of an update. */
export const UPDATE_STEPS = [
  "idle",
  "checking",
  "available", // a newer version is known
  "downloading",
  "ready", // the update is downloaded and will be installed when the app quits
] as const;

/** The state of the app's update, as screens show it. */
export const updateStateSchema = z.strictObject({
  way: z.enum(UPDATE_WAYS),
  step: z.enum(UPDATE_STEPS),
  /** The newer version; null if none is known. */
  version: z.string().nullable(),
  /** The number of downloaded bytes, and the total size in bytes. */
  received: z.int().min(0),
  size: z.int().min(0),
  /** The last successful check, ISO 8601. */
  lastCheck: z.iso.datetime().nullable(),
  /** The error of the last step; null after a success. */
  error: appErrorSchema.nullable(),
  /** True if the user wants no reminder of this version until the next start. */
  postponed: z.boolean(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;
export type UpdateWay = UpdateState["way"];

/** The state before the first check. */
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

/** The calls for updates of the app. All calls except `getUpdate` are refused if the app cannot update itself. */
export const UPDATE_CALLS = {
  getUpdate: { input: nothing, output: updateStateSchema },
  /** Asks the update server for a newer version. Returns when the answer is known. */
  checkForUpdate: { input: nothing, output: updateStateSchema },
  /** Starts the download of the version that was found (`update`). */
  downloadUpdate: { input: nothing, output: nothing },
  /** Quits, installs the downloaded version and starts again. Refused during an export and during the first pull. */
  installUpdate: { input: nothing, output: nothing },
  /** Hides the notice of this version until the next start. */
  postponeUpdate: { input: nothing, output: nothing },
  /** Opens the download page that the build names in the system's browser. */
  openUpdatePage: { input: nothing, output: nothing },
} as const;

export const UPDATE_PUSHES = { update: updateStateSchema } as const;
