import type { Clock } from "../../base/clock.ts";
import type { Sink } from "../../base/log.ts";
import type { Fetch } from "../../client/transport.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { Keychain } from "../../base/keychain/keychain.ts";
import type { SystemNotification } from "../../features/alerts/alert-service.ts";
import type { AssistantCommand } from "../../../shared/features/assistants/assistants.ts";
import type { PrintSheet } from "../../features/overview/sheet-printing.ts";
import type { Autostart } from "../../features/autostart/autostart-handlers.ts";
import type { AppUpdates } from "../../features/updates/app-updates.ts";

/** The host's services for the core. */
export interface CoreOptions {
  /** The folder with everything that Stockdeck keeps. */
  readonly folder: string;
  readonly version: string;
  readonly host: "electron" | "browser";
  /** The administrator's policy for this computer. */
  readonly policy: Policy;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly sink: Sink;
  /** The reason why pages run without Chromium's sandbox; absent if they have one. */
  readonly sandboxOff?: string;
  /** Asks the user whether an origin may receive keys and tokens. The dialog is outside the page. */
  confirmOrigin(origin: string): Promise<boolean>;
  copyText(text: string, html: string | undefined): void | Promise<void>;
  /** Asks the user for a file, suggesting a name; null if they cancel. */
  chooseFile(suggestedName: string): Promise<string | null>;
  /** Asks the user for an export's file. A browser host uses its own folder, from which the browser downloads. */
  chooseExport(suggestedName: string): Promise<string | null>;
  /** Asks the user whether to replace a file. The app added the extension after the file dialog. */
  confirmReplace(file: string): Promise<boolean>;
  /** Prints the window to a PDF; absent if the browser prints by itself. */
  printPdf?(): Promise<Uint8Array>;
  /** Prints the overview in the background; absent if the host cannot. */
  readonly printSheet?: PrintSheet;
  /** Asks the user for the folder of scheduled exports; null if they cancel. */
  chooseFolder(): Promise<string | null>;
  /**
   * Asks the user whether mail may be sent by a server ("smtp.example.com:465"), outside the page. Absent if mail cannot be
   * set up on this host.
   */
  readonly confirmMailServer?: (server: string) => Promise<boolean>;
  /** Asks the user for a file of certificate authorities; null if they cancel. Absent without a file dialog. */
  chooseAuthority?(): Promise<string | null>;
  /** Whether the app could keep running in a tray without its window. */
  trayAvailable(): Promise<boolean>;
  /**
   * Shows a system notification; false if the system refuses. Absent if the host shows none.
   * @param onClick called when the user clicks it.
   */
  showNotification?(notification: SystemNotification, onClick: () => void): Promise<boolean>;
  /** The start with the computer; absent if the host has none, as in a browser. */
  readonly autostart?: Autostart;
  /** The first language that the system names; absent if unknown. */
  readonly systemLanguage?: () => string | undefined;
  /** Ends the app and starts it again; absent if the host cannot. */
  readonly restart?: () => void;
  /** The command that serves assistants; absent if the host has none. */
  readonly assistantCommand?: AssistantCommand;
  /** Absent if the host cannot update the app, as in a browser. */
  readonly updates?: AppUpdates;
  /** Opens an exported file in the system's program for it, or shows its folder. */
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}
