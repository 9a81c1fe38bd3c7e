import { app, type Session } from "electron";
import { APP_ORIGIN } from "./app-protocol.ts";

/** Denies pages every permission, and every request that is not for their own files. @security */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const own = details.url.startsWith(`${APP_ORIGIN}/`) || details.url.startsWith("devtools://");
    answer({ cancel: !own });
  });
  session.on("will-download", (event) => event.preventDefault());
}

/** Denies every page, whatever it is, navigation, new windows and embedded pages. @security */
export function lockNavigation(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.on("will-navigate", (event) => event.preventDefault());
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-frame-navigate", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: "deny" }));
  });
}
