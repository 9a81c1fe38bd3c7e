import type { Policy } from "../../shared/base/policy.ts";

export const BROWSER = {
  noCopying: "The browser did not allow copying.",
  noNewTab: "The browser did not open a new tab. Allow pop-ups for this page, and try again.",
  hostLost: "The connection to Stockdeck’s browser host was lost. Is `npm start` still running?",
};
export const SETTINGS_SAVED = "Settings saved";

export const SET_BY_ADMINISTRATOR = "Set by your administrator";

/** The administrator's policy as names and values; empty if there is none. */
export function describePolicy({
  baseUrl,
  connectionName,
  updates,
  exportFolders,
  assistants,
  mail,
}: Policy): (readonly [string, string])[] {
  const channel = updates?.channel && CHANNELS[updates.channel];
  return [
    ...(baseUrl === undefined ? [] : [["Base URL", baseUrl] as const]),
    ...(connectionName === undefined ? [] : [["Name of a new connection", connectionName] as const]),
    ...(exportFolders === undefined ? [] : [["Export folders", exportFolders.join(", ")] as const]),
    ...(assistants === undefined ? [] : [["Assistants", assistants.allowed ? "Allowed" : "Off"] as const]),
    ...(mail?.allowed === undefined ? [] : [["Mail", mail.allowed ? "Allowed" : "Off"] as const]),
    ...(mail?.server === undefined
      ? []
      : [["Mail server", `${mail.server.host}:${mail.server.port}`] as const]),
    ...(updates?.allowed === undefined ? [] : [["Updates", updates.allowed ? "Allowed" : "Off"] as const]),
    ...(channel === undefined ? [] : [["Update channel", channel] as const]),
  ];
}

const CHANNELS = { latest: "Latest", beta: "Beta" };

/** "Base URL: https://…; Updates: Off"; null if nothing is set. */
export function policyText(policy: Policy): string | null {
  return (
    describePolicy(policy)
      .map(([name, value]) => `${name}: ${value}`)
      .join("; ") || null
  );
}
