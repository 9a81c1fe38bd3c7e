import type { CallName, EventName, HostApi } from "../../shared/contract/contract.ts";
import type { Diagnostics } from "../../shared/contract/diagnostics.ts";
import { diagnosticsFileName, diagnosticsText } from "../../shared/contract/diagnostics-file.ts";
import type { ExportProgress } from "../../shared/exports/exports.ts";
import { viewFileName, viewFileText } from "../../shared/views/view-file.ts";
import { handOver, pickFile } from "./hand-over.ts";
import { fail, succeed, type Result } from "../../shared/domain/errors.ts";
import { readWindowNumber } from "../../shared/contract/window-names.ts";
import { tabCalls, withWindowNumber } from "./open-tab.ts";

interface Reply {
  readonly id: number;
  readonly result: Result<unknown>;
}
interface Push {
  readonly event: EventName;
  readonly payload: unknown;
}

/** The first message: which window this tab is and what it can call and listen to, or why it can be none. */
type Hello = Welcome | { readonly problem: string };
/** The names come from the host, since the contract's schemas are more than the page needs for its first rows. */
interface Welcome {
  readonly window: number;
  readonly calls: readonly CallName[];
  readonly events: readonly EventName[];
}

/** Milliseconds before a lost connection is tried again. */
const RECONNECT_DELAY = 1_000;

/**
 * Connects to the browser host that served this page. The token of the page's address authenticates the
 * socket; a lost connection is opened again, and calls meanwhile answer a network error.
 */
export async function connectBrowserHost(location: Location): Promise<HostApi> {
  const search = new URLSearchParams(location.search);
  const token = search.get("token") ?? "";
  // Under Vite's development server the host is another one; elsewhere the CSP allows this page's own only.
  const host = search.get("host") ?? location.host;
  // Two tabs may have the same address; by this name the host tells a tab that connects again from its copy.
  const tab = crypto.randomUUID();
  let number = readWindowNumber(location.search);
  const address = (): string =>
    `ws://${host}/host?${new URLSearchParams({ token, tab, window: String(number) }).toString()}`;
  const pending = new Map<number, (result: Result<unknown>) => void>();
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>();
  let socket: WebSocket | null = null;
  let names: Pick<Welcome, "calls" | "events"> = { calls: [], events: [] };
  let lastId = 0;

  const lost: Result<never> = fail({
    kind: "network",
    reason: "offline",
    message: "The connection to Stockdeck's browser host was lost. Is `npm start` still running?",
  });

  const receive = (message: Reply | Push): void => {
    if ("event" in message) {
      listeners.get(message.event)?.forEach((listener) => listener(message.payload));
    } else {
      pending.get(message.id)?.(message.result);
      pending.delete(message.id);
    }
  };

  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = new WebSocket(address());
      next.addEventListener("message", (event: MessageEvent<string>) => {
        const message = JSON.parse(event.data) as Hello | Reply | Push;
        if ("problem" in message) return reject(new Error(message.problem));
        if (!("window" in message)) return receive(message);
        number = message.window;
        names = message;
        socket = next;
        resolve();
      });
      next.addEventListener("close", () => {
        reject(
          new Error("The browser host refused the connection: the token of the address is missing or old."),
        );
        if (socket !== next) return;
        socket = null;
        for (const settle of pending.values()) settle(lost);
        pending.clear();
        reopen();
      });
    });
  const reopen = (): void => {
    setTimeout(() => void open().catch(reopen), RECONNECT_DELAY);
  };

  const call = (name: CallName, input: unknown): Promise<Result<unknown>> => {
    const open = socket;
    if (!open) return Promise.resolve(lost);
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      pending.set(id, resolve);
      open.send(JSON.stringify({ id, call: name, input }));
    });
  };
  const subscribe = (name: EventName, listener: (payload: unknown) => void): (() => void) => {
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  };

  await open();
  if (number !== readWindowNumber(location.search))
    window.history.replaceState(
      window.history.state,
      "",
      `${location.pathname}${withWindowNumber(location.search, number)}${location.hash}`,
    );
  const exported = (id: string, profileId: string, more: Readonly<Record<string, string>>): string =>
    `${location.protocol}//${host}/exported?${new URLSearchParams({ token, profile: profileId, id, ...more }).toString()}`;
  const compared = `ws://${host}/compared?token=${encodeURIComponent(token)}`;
  return deriveApi(names, call, subscribe, exported, compared);
}

/** Builds the host's methods from the contract's names, so that none is restated here. */
function deriveApi(
  names: Pick<Welcome, "calls" | "events">,
  call: (name: CallName, input: unknown) => Promise<Result<unknown>>,
  subscribe: (name: EventName, listener: (payload: unknown) => void) => () => void,
  exported: (id: string, profileId: string, more: Readonly<Record<string, string>>) => string,
  compared: string,
): HostApi {
  const calls = names.calls.map((name) => [name, (input?: unknown) => call(name, input)]);
  const events = names.events.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    (listener: (payload: unknown) => void) => subscribe(name, listener),
  ]);
  // The clipboard is this browser's, which the core cannot reach.
  const copyText: HostApi["copyText"] = ({ text, html }) =>
    writeToClipboard(text, html).then(
      () => succeed(undefined),
      () => fail({ kind: "invalid_input", message: "The browser did not allow copying." }),
    );
  // So are its downloads: the file goes where this browser puts them.
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
  // And so is what is exported: the host keeps the file, and this browser fetches it.
  const openExport: HostApi["openExport"] = async (input) => {
    const result = (await call("listExports", { profileId: input.profileId })) as Result<ExportProgress[]>;
    if (!result.ok) return result;
    follow(exported(input.id, input.profileId, {}));
    const withManifest = result.value.some(({ id, request }) => id === input.id && request.manifest);
    if (withManifest)
      setTimeout(() => follow(exported(input.id, input.profileId, { manifest: "" })), BETWEEN);
    return succeed(undefined);
  };
  // A file that is to be compared is chosen here, and handed over.
  const openComparison: HostApi["openComparison"] = async ({ profileId }) => {
    const file = await pickFile();
    return file ? handOver(compared, profileId, file) : succeed({ id: null });
  };
  return Object.fromEntries([
    ...calls,
    ...events,
    ["copyText", copyText],
    ["saveDiagnostics", saveDiagnostics],
    ["exportView", exportView],
    ["openExport", openExport],
    ["openComparison", openComparison],
    ...Object.entries(tabCalls(call)),
  ]) as HostApi;
}

/** Ms between two downloads, which a browser would take for one otherwise. */
const BETWEEN = 500;

/** Follows a link to what the browser saves and does not show. */
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
