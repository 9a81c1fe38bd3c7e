import type { Clock } from "../../base/clock.ts";
import type { Sink } from "../../base/log.ts";
import type { Fetch } from "../../client/transport.ts";
import type { Policy } from "../../../shared/features/policy/policy.ts";
import type { Keychain } from "../../base/keychain/keychain.ts";
import type { SystemNotification } from "../../features/alerts/alert-service.ts";
import type { AppUpdates } from "../../features/updates/app-updates.ts";

/** The host's services for the core. */
export interface CoreOptions {
  /** Everything that Stockdeck keeps is in this folder. */
  readonly folder: string;
  readonly version: string;
  readonly host: "electron" | "browser";
  /** The administrator's policy for this computer. */
  readonly policy: Policy;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly sink: Sink;
  /** Why the pages run without Chromium's sandbox; absent if they have one. */
  readonly sandboxOff?: string;
  /** Asks the user, outside the page, whether this origin may get keys and tokens. */
  confirmOrigin(origin: string): Promise<boolean>;
  copyText(text: string, html: string | undefined): void | Promise<void>;
  /** Asks the user for a file to write, suggesting a name; null if they cancel. */
  chooseFile(suggestedName: string): Promise<string | null>;
  /** Asks the user for an export's file; a browser host has a folder of its own, from which the browser downloads. */
  chooseExport(suggestedName: string): Promise<string | null>;
  /** Asks the user whether to replace a file. The app added its extension after the file dialog. */
  confirmReplace(file: string): Promise<boolean>;
  /** Prints the window to a PDF; absent if a browser prints by itself. */
  printPdf?(): Promise<Uint8Array>;
  /** Asks the user for the folder of scheduled exports; null if they cancel. */
  chooseFolder(): Promise<string | null>;
  /** Whether the host could continue in a tray without its window. */
  trayAvailable(): Promise<boolean>;
  /**
   * Shows a notification of the system; false if the system refuses. Absent if the host shows none.
   * @param onClick called when the user clicks it.
   */
  showNotification?(notification: SystemNotification, onClick: () => void): Promise<boolean>;
  /** Absent if the host does not update the app, as in a browser. */
  readonly updates?: AppUpdates;
  /** Opens an exported file in the system's program for it, or shows its folder. */
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}
