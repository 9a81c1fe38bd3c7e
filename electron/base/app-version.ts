import manifest from "../../package.json" with { type: "json" };

/** The version of this Stockdeck; a build has it written into the bundle. */
export const APP_VERSION: string = manifest.version;
