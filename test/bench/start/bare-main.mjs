import { app, BrowserWindow } from "electron";

// The least that an Electron app can be: a window with a page that says something.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1_440, height: 900 });
  return window.loadURL("data:text/html,<div data-cell='0:0'>rows</div>");
});
