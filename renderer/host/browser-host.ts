import type { HostApi } from "../../shared/contract/contract.ts";
import type { Diagnostics } from "../../shared/contract/diagnostics.ts";
import { diagnosticsFileName, diagnosticsText } from "../../shared/contract/diagnostics-file.ts";
import type { ExportProgress } from "../../shared/exports/exports.ts";
import { viewFileName, viewFileText } from "../../shared/views/view-file.ts";
import { HostSocket, type Call, type Subscribe, type Welcome } from "./host-socket.ts";
import { pickFile, sendFile } from "./send-file.ts";
import { fail, succeed, type Result } from "../../shared/domain/errors.ts";
import { readWindowNumber } from "../../shared/contract/window-names.ts";
import { tabCalls, withWindowNumber } from "./open-tab.ts";

/** Connects to the browser host that served this page, with the token in its address. @throws Error if refused. */
export async function connectBrowserHost(location: Location): Promise<HostApi> {
  const search = new URLSearchParams(location.search);
  const token = search.get("token") ?? "";
  // Vite's development server is not the host; anywhere else the CSP allows only this page's own host.
  const host = search.get("host") ?? location.host;
  // Two tabs may have the same address; this id tells a tab that reconnects from its copy.
  const tab = crypto.randomUUID();
  const window = readWindowNumber(location.search);
  const socket = new HostSocket(
    (number) => `ws://${host}/host?${parameters({ token, tab, window: String(number) })}`,
    window,
  );
  const welcome = await socket.open();
  if (welcome.window !== window) showWindowNumber(location, welcome.window);
  return deriveApi(welcome, socket.call, socket.subscribe, {
    exported: (id, profileId, more) =>
      `${location.protocol}//${host}/exported?${parameters({ token, profile: profileId, id, ...more })}`,
    compared: `ws://${host}/compared?${parameters({ token })}`,
  });
}

const parameters = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams(values).toString();

/** Puts the window number that the host assigned into the page's address, for reloads. */
function showWindowNumber({ pathname, search, hash }: Location, number: number): void {
  const address = `${pathname}${withWindowNumber(search, number)}${hash}`;
  window.history.replaceState(window.history.state, "", address);
}

interface FileAddresses {
  readonly exported: (id: string, profileId: string, more: Readonly<Record<string, string>>) => string;
  readonly compared: string;
}

/** Builds the host's methods from the names in the welcome. Files and the clipboard are the browser's own. */
function deriveApi(
  names: Pick<Welcome, "calls" | "events">,
  call: Call,
  subscribe: Subscribe,
  { exported, compared }: FileAddresses,
): HostApi {
  const calls = names.calls.map((name) => [name, (input?: unknown) => call(name, input)]);
  const events = names.events.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    (listener: (payload: unknown) => void) => subscribe(name, listener),
  ]);
  const copyText: HostApi["copyText"] = ({ text, html }) =>
    writeToClipboard(text, html).then(
      () => succeed(undefined),
      () => fail({ kind: "invalid_input", message: "The browser did not allow copying." }),
    );
  const saveDiagnostics: HostApi["saveDiagnostics"] = async (input) => {
    const result = (await call("diagnostics", input)) as Result<Diagnostics>;
    if (!result.ok) return result;
    const file = diagnosticsFileName(result.value);
    download(file, diagnosticsText(result.value));
    return succeed({ file });
  };
  const exportView: HostApi["exportView"] = (view) => {
    const file = viewFileName(view);
    download(file, viewFileText(view));
    return Promise.resolve(succeed({ file }));
  };
  // The host keeps the exported file, and this browser downloads it.
  const openExport: HostApi["openExport"] = async (input) => {
    const result = (await call("listExports", { profileId: input.profileId })) as Result<ExportProgress[]>;
    if (!result.ok) return result;
    follow(exported(input.id, input.profileId, {}));
    const withManifest = result.value.some(({ id, request }) => id === input.id && request.manifest);
    if (withManifest)
      setTimeout(() => follow(exported(input.id, input.profileId, { manifest: "" })), DOWNLOAD_GAP);
    return succeed(undefined);
  };
  const openComparison: HostApi["openComparison"] = async ({ profileId }) => {
    const file = await pickFile();
    return file ? sendFile(compared, profileId, file) : succeed({ id: null });
  };
  const own = { copyText, saveDiagnostics, exportView, openExport, openComparison, ...tabCalls(call) };
  return { ...Object.fromEntries([...calls, ...events]), ...own } as HostApi;
}

/** Ms between two downloads; closer together, a browser drops one. */
const DOWNLOAD_GAP = 500;

function follow(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

function download(name: string, json: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([json], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function writeToClipboard(text: string, html: string | undefined): Promise<void> {
  if (html === undefined) return navigator.clipboard.writeText(text);
  const item = new ClipboardItem({
    "text/plain": new Blob([text], { type: "text/plain" }),
    "text/html": new Blob([html], { type: "text/html" }),
  });
  return navigator.clipboard.write([item]);
}
