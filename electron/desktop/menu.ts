import { app, Menu, type BaseWindow, type MenuItemConstructorOptions } from "electron";
import { chordOf, COMMANDS, type CommandName } from "../../shared/contract/commands.ts";

/** A shortcut as Electron writes it; none for a key that whoever types needs. */
function acceleratorOf(shortcut: string | undefined): string | null {
  if (shortcut === undefined) return null;
  const { mod, alt, shift, key } = chordOf(shortcut);
  // On a Mac, Option and an arrow move by words in a text, and a menu would take them first; the page knows who types.
  if (alt && process.platform === "darwin") return null;
  if (!mod && !alt && !/^F\d+$/.test(key)) return null;
  return [
    ...(mod ? ["CmdOrCtrl"] : []),
    ...(alt ? ["Alt"] : []),
    ...(shift ? ["Shift"] : []),
    key.replace(/^Arrow/, ""),
  ].join("+");
}

/** Gives the app the menu that its platform's users expect; what a page has to do is sent to that of the window with the menu. */
export function setMenu(
  send: (command: CommandName, window: BaseWindow | undefined) => void,
  devTools: boolean,
): void {
  const mac = process.platform === "darwin";
  const item = (
    command: CommandName,
    shortcut: string | undefined = COMMANDS[command].keys[0],
  ): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(shortcut);
    return {
      label: COMMANDS[command].words,
      ...(accelerator === null ? {} : { accelerator }),
      click: (_item, window) => send(command, window),
    };
  };
  const settings = item("settings");
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
        item("newWindow"),
        separator,
        item("refresh"),
        { ...item("refresh", COMMANDS.refresh.keys[1]), visible: false },
        item("export"),
        item("print"),
        item("schedules"),
        item("comparison"),
        item("importView"),
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
        item("find"),
      ],
    },
    {
      label: "&Go",
      submenu: [
        item("palette"),
        separator,
        item("back"),
        item("forward"),
        separator,
        item("items"),
        item("types"),
        item("locations"),
        item("activity"),
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
      submenu: [item("shortcuts"), item("diagnostics"), ...(mac ? [] : [{ role: "about" } as const])],
    },
  ];
  app.setAboutPanelOptions({
    applicationName: "Stockdeck",
    applicationVersion: app.getVersion(),
    copyright: "MIT License",
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** On a Mac, gives the icon in the dock its menu. */
export function setDockMenu(send: (command: CommandName) => void): void {
  app.dock?.setMenu(
    Menu.buildFromTemplate([{ label: COMMANDS.newWindow.words, click: () => send("newWindow") }]),
  );
}
