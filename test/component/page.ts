import fs from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { screen, waitFor } from "@testing-library/dom";
import { PointerEventsCheckLevel, userEvent, type UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from "vitest";
import type { Autostart } from "../../electron/features/autostart/autostart-handlers.ts";
import type { AppUpdates } from "../../electron/features/updates/app-updates.ts";
import { startSampleService, type FaultSettings, type SampleService } from "../service/index.ts";
import {
  CALLS,
  PUSHES,
  type CallInput,
  type CallName,
  type CallOutput,
  type HostApi,
} from "../../shared/contract/contract.ts";
import type { Result } from "../../shared/base/errors.ts";
import { NO_POLICY, type Policy } from "../../shared/base/policy.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import type * as pageEntry from "./page-entry.ts";
import { startCoreUnderTest, type CoreUnderTest } from "../integration/contract/core-under-test.ts";

interface PageOptions {
  /** How many items the company has. */
  readonly items?: number;
  readonly faults?: FaultSettings;
  /** False if the page opens on its first screen, without a connection. */
  readonly connected?: boolean;
  /** Updates of the app; absent for a host without updates. */
  readonly updates?: AppUpdates;
  /** The start with the computer; absent for a host that does not support it. */
  readonly autostart?: Autostart;
  /** True if every test has its own core and service, because it changes their data. */
  readonly fresh?: boolean;
  /** The reason why the pages have no sandbox; absent if they have one. */
  readonly sandboxOff?: string;
  /** Makes the administrator's policy from the service's address; by default there is no policy. */
  readonly policy?: (url: string) => Policy;
}

type EvaluatePage = (exports: object, require: NodeJS.Require) => void;

/** The page's bundle, compiled once for all tests of a process. */
let compiled: EvaluatePage | null = null;

const compilePage = (file: string): EvaluatePage =>
  compileFunction(fs.readFileSync(file, "utf8"), ["exports", "require"], { filename: file }) as EvaluatePage;

/** Evaluates the page's own modules again, as loading the page does. Stores, caches and the router are then new. */
function evaluatePage(): typeof pageEntry {
  const file = inject("pageBundle");
  compiled ??= compilePage(file);
  const exports = {};
  compiled(exports, createRequire(file));
  return exports as typeof pageEntry;
}

type Around = (name: string, call: () => Promise<unknown>) => Promise<unknown>;
const passOn: Around = (_name, call) => call();

const newUser = (): UserEvent => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

/**
 * The page over a complete core and a sample service, in the test's own process. HTTP, SQLite and the contract
 * are real; the DOM has no layout. Call it once at the top of a file.
 */
export class TestPage {
  /** The simulated user; new for each test. */
  user: UserEvent = newUser();
  /** Wraps each call of the open page. With it, a test delays an answer, or lets a call fail. */
  around: Around = passOn;
  readonly #options: PageOptions;
  #service: SampleService | null = null;
  #under: CoreUnderTest | null = null;
  #close: (() => void) | null = null;

  constructor(options: PageOptions = {}) {
    this.#options = options;
    const [begin, end] = options.fresh ? [beforeEach, afterEach] : [beforeAll, afterAll];
    begin(() => this.#begin());
    end(() => this.#end());
    afterEach(() => this.close());
  }

  get service(): SampleService {
    if (!this.#service) throw new Error("The service has not started.");
    return this.#service;
  }

  /** The core behind the page, with its record of copied, saved and opened data. */
  get under(): CoreUnderTest {
    if (!this.#under) throw new Error("The core has not started.");
    return this.#under;
  }

  /** Makes one call, as the page would. @throws Error if the core refuses. */
  async call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>> {
    const result = (await this.under.core.dispatch(name, input, 1)) as Result<CallOutput<N>>;
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  }

  /** Opens the page with every default. @param hash the screen, such as `/settings`. */
  async open(hash = "/items"): Promise<void> {
    await this.#reset();
    await this.reopen(hash);
  }

  /** Opens the page again with its saved state. */
  async reopen(hash = "/items"): Promise<void> {
    this.close();
    this.user = newUser();
    this.around = passOn;
    const life = new AbortController();
    Object.defineProperty(window, "stockdeck", { configurable: true, value: this.#host(life.signal) });
    window.history.replaceState(null, "", `#${hash}`);
    document.body.innerHTML = '<div id="root"></div>';
    const { start, openPage, loadDeferredParts, router } = evaluatePage();
    const root = await start(openPage());
    this.#close = () => {
      window.dispatchEvent(new Event("pagehide"));
      root.unmount();
      router.history.destroy();
      life.abort();
    };
    await loadDeferredParts();
    if (hash === "/items" && (await this.call("bootstrap")).connection !== null)
      await waitFor(() => {
        expect(screen.getByTestId("result-count")).toHaveTextContent(/\d items?$/);
        // A table in groups is a tree.
        expect(document.querySelector('[role$="grid"]')).toHaveAttribute("aria-busy", "false");
        expect(screen.getAllByRole("gridcell").length).toBeGreaterThan(1);
        // These elements arrive with the deferred scripts.
        expect(screen.getByRole("contentinfo", { name: "Status" })).toBeInTheDocument();
        expect(screen.getByRole("button", { name: "Columns" })).toBeInTheDocument();
      });
  }

  /** Closes the page, and lets it save pending changes first. */
  close(): void {
    this.#close?.();
    this.#close = null;
  }

  /** Connects the core to the service and waits for the whole first pull. */
  async connect(): Promise<void> {
    await this.call("connect", { baseUrl: this.service.url, key: this.service.key });
    await this.idle();
  }

  /** Refreshes without the page, and waits until the refresh ends. */
  async refresh(): Promise<void> {
    const { lastPassAt } = await this.call("getStatus");
    await this.call("syncNow", { full: false });
    await waitFor(async () => expect((await this.call("getStatus")).lastPassAt).not.toBe(lastPassAt));
    await this.idle();
  }

  /** Waits until the core is idle after a refresh. */
  async idle(): Promise<void> {
    await waitFor(async () => expect((await this.call("getStatus")).state).toBe("idle"));
  }

  async #begin(): Promise<void> {
    const {
      items = 120,
      faults = {},
      connected = true,
      updates,
      autostart,
      sandboxOff,
      policy = () => NO_POLICY,
    } = this.#options;
    this.#service = await startSampleService({ items, seed: 1, faults });
    this.#under = startCoreUnderTest("electron", {
      ...(updates ? { updates } : {}),
      ...(autostart ? { autostart } : {}),
      ...(sandboxOff === undefined ? {} : { sandboxOff }),
      policy: policy(this.#service.url),
    });
    if (connected) await this.connect();
  }

  async #end(): Promise<void> {
    this.close();
    await this.#under?.close();
    await this.#service?.close();
  }

  async #reset(): Promise<void> {
    const { connections } = await this.call("bootstrap");
    // The simulated user types as fast as a scanner, so scans must not be recognised.
    await this.call("saveSettings", { ...DEFAULT_SETTINGS, recogniseScans: false });
    if (connections.current === null) return;
    const connectionId = connections.current;
    for (const name of ["view.items", "view.types", "view.locations", "palette.recent"])
      await this.call("saveUiState", { connectionId, name, value: "" });
    for (const { id } of await this.call("listViews", { connectionId }))
      await this.call("deleteView", { connectionId, id });
  }

  /**
   * The page's side of the contract, as the preload script builds it. Inputs and answers are cloned; a closed
   * page receives no pushes.
   */
  #host(life: AbortSignal): HostApi {
    const { dispatch, events } = this.under.core;
    const calls = Object.keys(CALLS).map((name) => [
      name,
      async (input?: unknown) => {
        const result = await this.around(name, () => dispatch(name, structuredClone(input), 1));
        return life.aborted ? new Promise(() => {}) : structuredClone(result);
      },
    ]);
    const subscriptions = Object.keys(PUSHES).map((name) => [
      `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      (listener: (payload: unknown) => void) => {
        const unsubscribe = events.subscribe((emitted, payload, to) => {
          if (emitted === name && (to ?? 1) === 1) listener(structuredClone(payload));
        });
        life.addEventListener("abort", unsubscribe);
        return unsubscribe;
      },
    ]);
    return Object.fromEntries([...calls, ...subscriptions]) as HostApi;
  }
}
