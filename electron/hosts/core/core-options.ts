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
  /** The folder with all files of Stockdeck. */
  readonly folder: string;
  readonly version: string;
  readonly host: "electron" | "browser";
  /** The administrator's policy for this computer. */
  readonly policy: Policy;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly keychain: Keychain;
  readonly sink: Sink;
  /** The reason why pages run without Chromium's sandbox; absent if pages have a sandbox. */
  readonly sandboxOff?: string;
  /** Asks the user whether an origin may receive keys and tokens. The dialog is not part of the page. */
  confirmOrigin(origin: string): Promise<boolean>;
  copyText(text: string, html: string | undefined): void | Promise<void>;
  /** Asks the user for a file, and suggests a name; null if the user cancels. */
  chooseFile(suggestedName: string): Promise<string | null>;
  /** Asks the user for an export's file. A browser host uses its own folder, from which the browser downloads. */
  chooseExport(suggestedName: string): Promise<string | null>;
  /**
   * Asks the user whether to replace a file. The file dialog did not ask, because the app added the extension later.
   */
  confirmReplace(file: string): Promise<boolean>;
  /** Prints the window to a PDF; absent if a browser prints by itself. */
  printPdf?(): Promise<Uint8Array>;
  /** Prints the overview in the background; absent if the host cannot print in the background. */
  readonly printSheet?: PrintSheet;
  /** Asks the user for the folder of scheduled exports; null if the user cancels. */
  chooseFolder(): Promise<string | null>;
  /**
   * Asks the user outside the page whether mail may be sent by a server ("smtp.example.com:465"). Absent if mail cannot
   * be set up on this host.
   */
  readonly confirmMailServer?: (server: string) => Promise<boolean>;
  /**
   * Asks the user for a file of certificate authorities; null if the user cancels. Absent if the host has no file
   * dialog.
   */
  chooseAuthority?(): Promise<string | null>;
  /** Whether the app could keep running in a tray without a window. */
  trayAvailable(): Promise<boolean>;
  /**
   * Shows a system notification; false if the system refuses. Absent if the host cannot show notifications.
   * @param onClick called when the user clicks the notification.
   */
  showNotification?(notification: SystemNotification, onClick: () => void): Promise<boolean>;
  /** The start of the app at login; absent if the host has none, as in a browser. */
  readonly autostart?: Autostart;
  /** The first language that the system names; absent if unknown. */
  readonly systemLanguage?: () => string | undefined;
  /** Ends the app and starts it again; absent if the host cannot do this. */
  readonly restart?: () => void;
  /** The command that serves assistants; absent if the host has no such command. */
  readonly assistantCommand?: AssistantCommand;
  /** The updates of the app; absent if the host cannot update the app, as in a browser. */
  readonly updates?: AppUpdates;
  /** Opens an exported file in the system's program for it, or shows its folder. */
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}
