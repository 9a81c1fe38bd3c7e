export const BROWSER = {
  noCopying: "The browser did not allow copying.",
  noNewTab: "The browser did not open a new tab. Allow pop-ups for this page, and try again.",
  hostLost: "The connection to Stockdeck's browser host was lost. Is `npm start` still running?",
};
export const SETTINGS_SAVED = "Settings saved";
