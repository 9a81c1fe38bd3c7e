import type { Policy } from "../../shared/base/policy.ts";
import { LANGUAGES } from "../../shared/base/text/languages.ts";
import { texts } from "../../shared/base/text/texts.ts";
import { listOf } from "../base/format.ts";

export const BROWSER = texts("host.browser", {
  noCopying: "The browser did not allow copying.",
  noNewTab: "The browser did not open a new tab. Allow pop-ups for this page, and try again.",
  hostLost: "The connection to Stockdeck’s browser host was lost. Is `npm start` still running?",
});

export const SETTINGS = texts("host.settings", {
  saved: "Settings saved",
  setByAdministrator: "Set by your administrator",
});

const POLICY = texts("host.policy", {
  baseUrl: "Base URL",
  connectionName: "Name of a new connection",
  language: "Language",
  exportFolders: "Export folders",
  assistants: "Assistants",
  mail: "Mail",
  mailServer: "Mail server",
  updates: "Updates",
  updateChannel: "Update channel",
  allowed: "Allowed",
  off: "Off",
  fact: "{name}: {value}",
  facts: "{before}; {after}",
});

const CHANNELS = texts("host.policy.channels", { latest: "Latest", beta: "Beta" });

/** Describes the administrator's policy as names and values; empty without a policy. */
export function describePolicy({
  baseUrl,
  connectionName,
  language,
  updates,
  exportFolders,
  assistants,
  mail,
}: Policy): (readonly [string, string])[] {
  const channel = updates?.channel && CHANNELS[updates.channel];
  const permission = (isAllowed: boolean): string => (isAllowed ? POLICY.allowed : POLICY.off);
  return [
    ...(baseUrl === undefined ? [] : [[POLICY.baseUrl, baseUrl] as const]),
    ...(connectionName === undefined ? [] : [[POLICY.connectionName, connectionName] as const]),
    ...(language === undefined ? [] : [[POLICY.language, LANGUAGES[language]] as const]),
    ...(exportFolders === undefined ? [] : [[POLICY.exportFolders, listOf(exportFolders)] as const]),
    ...(assistants === undefined ? [] : [[POLICY.assistants, permission(assistants.allowed)] as const]),
    ...(mail?.allowed === undefined ? [] : [[POLICY.mail, permission(mail.allowed)] as const]),
    ...(mail?.server === undefined
      ? []
      : [[POLICY.mailServer, `${mail.server.host}:${mail.server.port}`] as const]),
    ...(updates?.allowed === undefined ? [] : [[POLICY.updates, permission(updates.allowed)] as const]),
    ...(channel === undefined ? [] : [[POLICY.updateChannel, channel] as const]),
  ];
}

/** The policy as one text: "Base URL: https://…; Updates: Off"; null if the policy sets nothing. */
export function policyText(policy: Policy): string | null {
  const facts = describePolicy(policy).map(([name, value]) => POLICY.fact({ name, value }));
  return facts.length === 0 ? null : facts.reduce((before, after) => POLICY.facts({ before, after }));
}
