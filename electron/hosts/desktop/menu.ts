import { MENUS, ROLES } from "./messages.ts";
import { COMMAND_LABELS } from "../../../shared/contract/messages.ts";
import { app, Menu, type BaseWindow, type MenuItemConstructorOptions } from "electron";
import { chordOf, COMMANDS, type CommandName } from "../../../shared/contract/commands.ts";

/** A shortcut in Electron's notation; null for a key that is needed for typing. */
function acceleratorOf(shortcut: string | undefined): string | null {
  if (shortcut === undefined) return null;
  const { mod, alt, shift, key } = chordOf(shortcut);
  // On a Mac, Option and an arrow key move by words in a text. A menu would catch these keys first, but only the page
  // knows whether the user is typing.
  if (alt && process.platform === "darwin") return null;
  if (!mod && !alt && !/^F\d+$/.test(key)) return null;
  return [
    ...(mod ? ["CmdOrCtrl"] : []),
    ...(alt ? ["Alt"] : []),
    ...(shift ? ["Shift"] : []),
    key.replace(/^Arrow/, ""),
  ].join("+");
}

type Item = (command: CommandName, shortcut?: string) => MenuItemConstructorOptions;

const SEPARATOR: MenuItemConstructorOptions = { type: "separator" };

/** Sets the platform's application menu. Its commands are sent to the window to which the menu belongs. */
export function setMenu(
  send: (command: CommandName, window: BaseWindow | undefined) => void,
  devTools: boolean,
): void {
  const mac = process.platform === "darwin";
  const item: Item = (command, shortcut = COMMANDS[command].keys[0]) => {
    const accelerator = acceleratorOf(shortcut);
    return {
      label: COMMAND_LABELS[command],
      ...(accelerator === null ? {} : { accelerator }),
      click: (_item, window) => send(command, window),
    };
  };
  app.setAboutPanelOptions({
    applicationName: "Stockdeck",
    applicationVersion: app.getVersion(),
    copyright: "MIT License",
  });
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [macAppMenu(item)] : []),
    fileMenu(item, mac),
    editMenu(item),
    goMenu(item),
    viewMenu(devTools),
    windowMenu(mac),
    helpMenu(item, mac),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Makes an entry that Electron carries out, with a label in the app's language. */
const role = (
  name: NonNullable<MenuItemConstructorOptions["role"]>,
  label: string,
): MenuItemConstructorOptions => ({ role: name, label });

const macAppMenu = (item: Item): MenuItemConstructorOptions => ({
  label: app.name,
  submenu: [
    role("about", ROLES.about({ app: app.name })),
    SEPARATOR,
    item("settings"),
    SEPARATOR,
    role("services", ROLES.services),
    SEPARATOR,
    role("hide", ROLES.hide({ app: app.name })),
    role("hideOthers", ROLES.hideOthers),
    role("unhide", ROLES.unhide),
    SEPARATOR,
    role("quit", ROLES.quitOnMac({ app: app.name })),
  ],
});

const fileMenu = (item: Item, mac: boolean): MenuItemConstructorOptions => ({
  label: MENUS.file,
  submenu: [
    item("newWindow"),
    SEPARATOR,
    item("refresh"),
    { ...item("refresh", COMMANDS.refresh.keys[1]), visible: false },
    item("export"),
    item("print"),
    item("schedules"),
    item("importView"),
    SEPARATOR,
    ...(mac ? [] : [item("settings"), SEPARATOR]),
    mac
      ? role("close", ROLES.closeOnMac)
      : role("quit", process.platform === "win32" ? ROLES.exit : ROLES.quit),
  ],
});

const editMenu = (item: Item): MenuItemConstructorOptions => ({
  label: MENUS.edit,
  submenu: [
    role("undo", ROLES.undo),
    role("redo", ROLES.redo),
    SEPARATOR,
    role("cut", ROLES.cut),
    role("copy", ROLES.copy),
    role("paste", ROLES.paste),
    role("selectAll", ROLES.selectAll),
    SEPARATOR,
    item("find"),
  ],
});

const goMenu = (item: Item): MenuItemConstructorOptions => ({
  label: MENUS.go,
  submenu: [
    item("palette"),
    SEPARATOR,
    item("back"),
    item("forward"),
    SEPARATOR,
    item("overview"),
    item("checkedOut"),
    item("alerts"),
    item("items"),
    item("types"),
    item("locations"),
    item("activity"),
  ],
});

const viewMenu = (devTools: boolean): MenuItemConstructorOptions => ({
  label: MENUS.view,
  submenu: [
    role("resetZoom", ROLES.resetZoom),
    role("zoomIn", ROLES.zoomIn),
    role("zoomOut", ROLES.zoomOut),
    SEPARATOR,
    role("togglefullscreen", ROLES.togglefullscreen),
    ...(devTools ? [SEPARATOR, { role: "toggleDevTools" } as const] : []),
  ],
});

const windowMenu = (mac: boolean): MenuItemConstructorOptions => ({
  role: "window",
  label: MENUS.window,
  submenu: [
    role("minimize", ROLES.minimize),
    role("zoom", ROLES.zoom),
    ...(mac ? [SEPARATOR, role("front", ROLES.front)] : [role("close", ROLES.close)]),
  ],
});

const helpMenu = (item: Item, mac: boolean): MenuItemConstructorOptions => ({
  role: "help",
  label: mac ? MENUS.helpOnMac : MENUS.help,
  submenu: [
    item("shortcuts"),
    item("diagnostics"),
    ...(mac ? [] : [role("about", ROLES.about({ app: app.name }))]),
  ],
});

/** Sets the menu of the dock's icon on a Mac. */
export function setDockMenu(send: (command: CommandName) => void): void {
  app.dock?.setMenu(
    Menu.buildFromTemplate([{ label: COMMAND_LABELS.newWindow, click: () => send("newWindow") }]),
  );
}
