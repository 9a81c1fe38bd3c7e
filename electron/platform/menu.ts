import { app, Menu, type MenuItemConstructorOptions } from "electron";
import type { EventPayload } from "../../shared/contract.ts";

type Command = EventPayload<"command">["name"];

/** Gives the app the menu that its platform's users expect; what the page has to do is sent to it. */
export function setMenu(send: (command: Command) => void, devTools: boolean): void {
  const mac = process.platform === "darwin";
  const item = (label: string, accelerator: string | null, command: Command): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === null ? {} : { accelerator }),
    click: () => send(command),
  });
  const settings = item("Settings…", "CmdOrCtrl+,", "settings");
  const separator: MenuItemConstructorOptions = { type: "separator" };
  const template: MenuItemConstructorOptions[] = [
    ...(mac
      ? [
          {
            label: app.name,
            submenu: [
              { role: "about" },
              separator,
              settings,
              separator,
              { role: "services" },
              separator,
              { role: "hide" },
              { role: "hideOthers" },
              { role: "unhide" },
              separator,
              { role: "quit" },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: "&File",
      submenu: [
        item("Refresh Now", "F5", "refresh"),
        { ...item("Refresh Now", "CmdOrCtrl+R", "refresh"), visible: false },
        separator,
        ...(mac ? [] : [settings, separator]),
        mac ? { role: "close" } : { role: "quit" },
      ],
    },
    {
      label: "&Edit",
      submenu: [
        { role: "undo" },
        { role: "redo" },
        separator,
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
        separator,
        item("Find", "CmdOrCtrl+F", "find"),
      ],
    },
    {
      label: "&Go",
      submenu: [
        item("Items", "CmdOrCtrl+1", "items"),
        item("Material Types", "CmdOrCtrl+2", "types"),
        item("Locations", "CmdOrCtrl+3", "locations"),
      ],
    },
    {
      label: "&View",
      submenu: [
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
        ...(devTools ? [separator, { role: "toggleDevTools" } as const] : []),
      ],
    },
    { role: "windowMenu" },
    {
      role: "help",
      label: mac ? "Help" : "&Help",
      submenu: [item("Diagnostics", null, "diagnostics"), ...(mac ? [] : [{ role: "about" } as const])],
    },
  ];
  app.setAboutPanelOptions({
    applicationName: "Stockdeck",
    applicationVersion: app.getVersion(),
    copyright: "MIT License",
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
