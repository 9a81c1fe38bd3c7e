import { app, type Session, type WebContents } from "electron";
import { APP_ORIGIN } from "./app-protocol.ts";

/**
 * Restricts the whole app before it is ready: every process, session and page, including those created later. @security
 */
export function lockApp(): void {
  // `enableSandbox` would cancel the switch `no-sandbox`. On systems that offer no sandbox (root, some AppImages),
  // every page would then crash.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  // A DNS lookup would reveal the content of a page to the network.
  app.commandLine.appendSwitch("dns-prefetch-disable");
  app.on("session-created", denyPermissions);
  app.on("web-contents-created", (_event, contents) => lockContents(contents));
  denySignIns();
}

/** Allows pages to request only files of the page itself, and denies all downloads. @security */
export function lockSession(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const own = details.url.startsWith(`${APP_ORIGIN}/`) || details.url.startsWith("devtools://");
    answer({ cancel: !own });
  });
  // WebRTC bypasses this filter and every Content-Security-Policy. Over TCP, WebRTC uses the session's proxy, so it is
  // set to port 0, which no proxy has.
  void session.setProxy({
    mode: "fixed_servers",
    proxyRules: "127.0.0.1:0",
    proxyBypassRules: "<-loopback>",
  });
  session.on("will-download", (event) => event.preventDefault());
}

/** Denies every permission, and downloads no dictionaries. */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  keepDictionariesOut(session);
}

/**
 * Keeps Chromium from downloading dictionaries. A new session would download them at once, even if its spell checker is
 * off.
 */
export function keepDictionariesOut(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
}

/** Denies navigation, new windows and embedded pages. Hides the addresses of this computer from WebRTC. */
function lockContents(contents: WebContents): void {
  // A page may only reload itself.
  const stay = (event: Electron.Event<Electron.WebContentsWillNavigateEventParams>): void => {
    if (!event.isMainFrame || event.url !== contents.getURL()) event.preventDefault();
  };
  contents.on("will-navigate", stay);
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-frame-navigate", stay);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
  contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
}

/** Sends no certificate of the user, and no name and password, to any server. */
function denySignIns(): void {
  // Without this, Electron would send the first certificate in the system's store without asking.
  app.on("select-client-certificate", (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
  app.on("login", (event, _contents, _details, _authentication, answer) => {
    event.preventDefault();
    answer();
  });
}
