import { sentences, texts } from "../../../shared/base/text/texts.ts";

/** The buttons of the system's dialogs. */
export const BUTTONS = texts("desktop.buttons", {
  replace: "Replace",
  cancel: "Cancel",
  connect: "Connect",
  useServer: "Use this server",
  reload: "Reload",
  close: "Close",
  wait: "Wait",
  quit: "Quit",
  keepWindow: "Keep the window",
});

/** The questions in the system's dialogs. */
export const QUESTIONS = texts("desktop.questions", {
  replace: "“{file}” already exists. Do you want to replace it?",
  replaceDetail: "Replacing it overwrites what it holds.",
  connect: "Connect to {origin}?",
  connectDetail:
    "Stockdeck sends the API key or token that you entered to this address. Continue only if it is your service’s address or your company’s collector.",
  mailServer: "Send mail by {server}?",
  mailServerDetail:
    "Stockdeck gives messages with your data, and the mail password, to this server. Continue only if it is your mail server.",
  noTray: "There is no tray on this desktop",
  noTrayDetail:
    "Stockdeck was to keep running in the tray, but nothing shows one here. If it quits, scheduled exports wait for its next start.",
  pageDied: "This window has stopped working again",
  pageDiedDetail: "Nothing that was saved is lost. Help, Diagnostics has details for support.",
  noResponse: "This window does not respond",
  noResponseDetail: "It may be busy. Reloading it loses what was typed and not saved.",
});

/** The titles of menus. With Alt, the letter after `&` opens the menu. */
export const MENUS = texts("desktop.menus", {
  file: "&File",
  edit: "&Edit",
  go: "&Go",
  view: "&View",
  help: "&Help",
  helpOnMac: "Help",
  window: "Window",
});

/** The labels of menu entries that Electron carries out. Electron itself has no labels in other languages. */
export const ROLES = texts("desktop.roles", {
  about: "About {app}",
  services: "Services",
  hide: "Hide {app}",
  hideOthers: "Hide Others",
  unhide: "Show All",
  quit: "Quit",
  quitOnMac: "Quit {app}",
  exit: "Exit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  selectAll: "Select All",
  resetZoom: "Actual Size",
  zoomIn: "Zoom In",
  zoomOut: "Zoom Out",
  togglefullscreen: "Toggle Full Screen",
  minimize: "Minimize",
  zoom: "Zoom",
  front: "Bring All to Front",
  close: "Close",
  closeOnMac: "Close Window",
});

export const TRAY = texts("desktop.tray", {
  tooltip: "{app}: {alerts}",
  show: "Show {app}",
  quit: "Quit {app}",
  noAlerts: "No alerts",
  alerts: "{alerts, plural, one {# alert} other {# alerts}}",
  noSchedules: "No scheduled exports",
});

/** The title of the dialog for a start that is refused. */
export const START_DIALOG = texts("desktop.startDialog", { title: "Stockdeck cannot start" });

/** The reasons why a start is refused. */
export const START_REFUSALS = sentences("desktop.start", {
  weakened: "Stockdeck does not start with {options}, because that would weaken its protection.",
  folder:
    "Stockdeck cannot write to its folder, {folder}. Check that it is yours, and that its disk is there and not read-only.",
  nul: "An argument contains a NUL character.",
  spelling: "The option for a command without a window is written {option}.",
  withLink: "{option} and a link cannot be used together.",
  optionAfterLink: "A link is followed by an option.",
  before: "Only options may stand before {option}.",
});

export const DESKTOP_ERRORS = sentences("desktop.errors", {
  notOpened: "The file could not be opened. {problem}",
});

/** The notice that pages run without a sandbox. */
export const SANDBOX = sentences("desktop.sandbox", {
  off: "This AppImage runs without Chromium’s sandbox, because the system offers none. Install the .deb, or allow unprivileged user namespaces.",
});
