import type { UpdateState } from "../../../shared/features/updates/updates.ts";
import { formatBytes } from "../../base/format-bytes.ts";

export const DOWNLOAD = "Download";
export const INSTALL = "Quit and install";
export const OPEN_PAGE = "Open the download page";
export const LATER = "Later";

/** The news of a later version: "Stockdeck 1.3.0 is available."; null if none is known. */
export function updateTitle({ step, version }: Pick<UpdateState, "step" | "version">): string | null {
  if (version === null) return null;
  if (step === "downloading") return `Stockdeck ${version} is being downloaded.`;
  return step === "ready" ? `Stockdeck ${version} is ready.` : `Stockdeck ${version} is available.`;
}

/** The next step of an update, in words. */
export function updateText({ step, way, received, size }: UpdateState): string {
  if (step === "downloading") return size > 0 ? `${formatBytes(received)} of ${formatBytes(size)}` : "";
  if (step === "ready") return "It is installed when you quit.";
  return way === "notify"
    ? "Install it the way this Stockdeck was installed."
    : "You can keep working while it downloads.";
}
