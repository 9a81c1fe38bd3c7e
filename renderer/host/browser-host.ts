import { clock } from "../base/clock.ts";
import type { CallInput, CallOutput, HostApi } from "../../shared/contract/contract.ts";
import type { ExportProgress } from "../../shared/delivery/exports.ts";
import { HostSocket, type Call, type Subscribe, type Welcome } from "./host-socket.ts";
import { fail, succeed, type Result } from "../../shared/base/errors.ts";
import { readWindowNumber } from "../../shared/features/windows/window-names.ts";
import { BROWSER } from "./messages.ts";

/** The key under which the token is stored, for reloads and other tabs. */
const TOKEN_KEY = "stockdeck-token";

/**
 * Connects to the browser host that served this page. The token is in the page's address. @throws Error if the host
 * refuses the connection.
 */
export async function connectBrowserHost(location: Location): Promise<HostApi> {
  const token = takeToken(location);
  const search = new URLSearchParams(location.search);
  // The parameter is for Vite's development server, which serves the page but is not the host. Otherwise the CSP allows
  // only the host that served the page.
  const host = search.get("host") ?? location.host;
  // Two tabs may have the same address. By this id, the host recognises a tab that reconnects.
  const tab = crypto.randomUUID();
  const window = readWindowNumber(location.search);
  const socket = new HostSocket(
    (number) => `ws://${host}/host?${parameters({ token, tab, window: String(number) })}`,
    window,
  );
  const welcome = await socket.open();
  if (welcome.window !== window) showWindowNumber(location, welcome.window);
  return deriveApi(welcome, socket.call, socket.subscribe, {
    exported: (id, connectionId, more) =>
      `${location.protocol}//${host}/exported?${parameters({ token, connection: connectionId, id, ...more })}`,
  });
}

/** Removes the token from the address, because users can see, bookmark and share the address. @security */
function takeToken({ pathname, search, hash }: Location): string {
  const token = new URLSearchParams(search).get("token");
  if (token === null) return localStorage.getItem(TOKEN_KEY) ?? "";
  localStorage.setItem(TOKEN_KEY, token);
  window.history.replaceState(
    window.history.state,
    "",
    `${pathname}${withParameter(search, "token", null)}${hash}`,
  );
  return token;
}

const parameters = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(values).toString();

/** Writes the window number that the host assigned into the page's address, for reloads. */
function showWindowNumber({ pathname, search, hash }: Location, number: number): void {
  const address = `${pathname}${withWindowNumber(search, number)}${hash}`;
  window.history.replaceState(window.history.state, "", address);
}

interface FileAddresses {
  readonly exported: (id: string, connectionId: string, more: Readonly<Record<string, string>>) => string;
}

/**
 * Builds the host's methods from the names in the welcome. In a browser, the page itself saves files and copies texts.
 */
function deriveApi(
  names: Pick<Welcome, "calls" | "events">,
  call: Call,
  subscribe: Subscribe,
  { exported }: FileAddresses,
): HostApi {
  const calls = names.calls.map((name) => [name, (input?: unknown) => call(name, input)]);
  const events = names.events.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    (listener: (payload: unknown) => void) => subscribe(name, listener),
  ]);
  const copyText: HostApi["copyText"] = ({ text, html }) =>
    writeToClipboard(text, html).then(
      () => succeed(undefined),
      () => fail({ kind: "invalid_input", message: BROWSER.noCopying }),
    );
  // The module is loaded when the first file is saved, to keep the page's first script small.
  const files = () => import("./small-files.ts").then(({ smallFiles }) => smallFiles(call));
  // The host keeps the exported file, and this browser downloads it.
  const openExport: HostApi["openExport"] = async (input) => {
    const result = (await call("listExports", { connectionId: input.connectionId })) as Result<
      ExportProgress[]
    >;
    if (!result.ok) return result;
    follow(exported(input.id, input.connectionId, {}));
    const withManifest = result.value.some(({ id, request }) => id === input.id && request.manifest);
    if (withManifest)
      clock.after(DOWNLOAD_GAP_MS, () => follow(exported(input.id, input.connectionId, { manifest: "" })));
    return succeed(undefined);
  };
  const own: Partial<HostApi> = {
    copyText,
    saveDiagnostics: (input) => files().then((own) => own.saveDiagnostics(input)),
    exportView: (input) => files().then((own) => own.exportView(input)),
    exportNames: (input) => files().then((own) => own.exportNames(input)),
    saveBackup: () => files().then((own) => own.saveBackup()),
    saveWorkbook: (input) => files().then((own) => own.saveWorkbook(input)),
    openExport,
    ...tabCalls(call),
  };
  return { ...Object.fromEntries([...calls, ...events]), ...own } as HostApi;
}

/** Ms between two downloads. If two downloads follow each other faster, a browser drops one. */
const DOWNLOAD_GAP_MS = 500;

function follow(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

async function writeToClipboard(text: string, html: string | undefined): Promise<void> {
  if (html === undefined) return navigator.clipboard.writeText(text);
  const item = new ClipboardItem({
    "text/plain": new Blob([text], { type: "text/plain" }),
    "text/html": new Blob([html], { type: "text/html" }),
  });
  return navigator.clipboard.write([item]);
}

const TAB_BLOCKED: Result<never> = fail({
  kind: "invalid_input",
  message: BROWSER.noNewTab,
});

/** The query string of this page with another window number. */
export const withWindowNumber = (search: string, number: number): string =>
  withParameter(search, "window", number === 1 ? null : String(number));

/** A query string in which one parameter has another value; null removes the parameter. */
function withParameter(search: string, name: string, value: string | null): string {
  const changed = new URLSearchParams(search);
  if (value === null) changed.delete(name);
  else changed.set(name, value);
  return changed.size === 0 ? "" : `?${changed.toString()}`;
}

/** Opens windows as browser tabs. The host assigns the number, and the page opens the tab. */
export function tabCalls(
  call: (name: "openWindow", input: CallInput<"openWindow">) => Promise<Result<unknown>>,
): Pick<HostApi, "openWindow"> {
  return {
    openWindow: async (input) => {
      const result = (await call("openWindow", input)) as Result<CallOutput<"openWindow">>;
      if (!result.ok) return result;
      const { pathname, search } = window.location;
      const address = `${pathname}${withWindowNumber(search, result.value.opened)}#${input.route}`;
      return window.open(address) ? result : TAB_BLOCKED;
    },
  };
}
