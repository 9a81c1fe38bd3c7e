import type { UpdateState, UpdateWay } from "../../../shared/features/updates/updates.ts";
import { formatBytes } from "../../base/format-bytes.ts";

export const DOWNLOAD = "Download";
export const INSTALL = "Quit and install";
export const OPEN_PAGE = "Open the download page";
export const LATER = "Later";

/** The title of an update: "Stockdeck 1.3.0 is available."; null if no update is known. */
export function updateTitle({ step, version }: Pick<UpdateState, "step" | "version">): string | null {
  if (version === null) return null;
  if (step === "downloading") return `Stockdeck ${version} is being downloaded.`;
  return step === "ready" ? `Stockdeck ${version} is ready.` : `Stockdeck ${version} is available.`;
}

/** Describes the state of an update and its next step. */
export function updateText({ step, way, received, size }: UpdateState): string {
  if (step === "downloading") return size > 0 ? `${formatBytes(received)} of ${formatBytes(size)}` : "";
  if (step === "ready") return "It is installed when you quit.";
  return way === "notify"
    ? "Install it the way this Stockdeck was installed."
    : "You can keep working while it downloads.";
}

/** Why the app does not update itself, by the way of installation. */
export const NO_UPDATES: Readonly<Partial<Record<UpdateWay, string>>> = {
  browser: "Stockdeck in a browser does not update itself. Its administrator installs new versions.",
  build: "This build does not update itself.",
  administrator: "Updates are switched off by your administrator.",
};

export const UPDATES = {
  title: "Updates",
  version: "Version",
  state: "State",
  lastCheck: "Last check",
  never: "Never",
  notChecked: "Not checked yet.",
  checking: "Checking…",
  failed: "The check failed.",
  newest: "This is the newest version.",
  check: "Check now",
  automatic: "Check once a day",
  automaticHint:
    "Stockdeck tells you of a new version. Nothing is downloaded or installed before you say so.",
};
