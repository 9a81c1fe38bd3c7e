import { _electron, type ElectronApplication } from "@playwright/test";

/**
 * Launches an app without a keychain, so that the user's keychain is not touched.
 * @param main the folder or file of the app.
 * @param display such as ":100".
 */
export const launchApp = (
  executablePath: string,
  main: string,
  userData: string,
  display: string,
): Promise<ElectronApplication> =>
  _electron.launch({
    executablePath,
    args: [main, "--no-sandbox", "--disable-gpu", `--user-data-dir=${userData}`],
    env: {
      ...(process.env as Record<string, string>),
      DISPLAY: display,
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
    },
  });
