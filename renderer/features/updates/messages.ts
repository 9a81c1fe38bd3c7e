import type { UpdateState, UpdateWay } from "../../../shared/features/updates/updates.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatBytes } from "../../base/format-bytes.ts";

export const UPDATE = texts("updates.update", {
  download: "Download",
  install: "Quit and install",
  openPage: "Open the download page",
  later: "Later",
  downloading: "Stockdeck {version} is being downloaded.",
  ready: "Stockdeck {version} is ready.",
  available: "Stockdeck {version} is available.",
  received: "{received} of {size}",
  onQuit: "It is installed when you quit.",
  sameWay: "Install it the way this Stockdeck was installed.",
  keepWorking: "You can keep working while it downloads.",
});

/** The title of an update: "Stockdeck 1.3.0 is available."; null if no update is known. */
export function updateTitle({ step, version }: Pick<UpdateState, "step" | "version">): string | null {
  if (version === null) return null;
  if (step === "downloading") return UPDATE.downloading({ version });
  return step === "ready" ? UPDATE.ready({ version }) : UPDATE.available({ version });
}

/** Describes the state of an update and its next step. */
export function updateText({ step, way, received, size }: UpdateState): string {
  if (step === "downloading")
    return size > 0 ? UPDATE.received({ received: formatBytes(received), size: formatBytes(size) }) : "";
  if (step === "ready") return UPDATE.onQuit;
  return way === "notify" ? UPDATE.sameWay : UPDATE.keepWorking;
}

/** The reason why the app does not update itself, by the way of installation. */
export const NO_UPDATES: Readonly<Partial<Record<UpdateWay, string>>> = texts("updates.none", {
  browser: "Stockdeck in a browser does not update itself. Its administrator installs new versions.",
  build: "This build does not update itself.",
  administrator: "Updates are switched off by your administrator.",
});

export const UPDATES = texts("updates", {
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
});
