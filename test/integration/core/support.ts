import { onTestFinished } from "vitest";
import { startCore, type AppCore } from "../../../electron/hosts/core/app-core.ts";
import type { CoreOptions } from "../../../electron/hosts/core/core-options.ts";
import type { Fetch } from "../../../electron/client/transport.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import type { Keychain } from "../../../electron/base/keychain/keychain.ts";
import type { CallInput, CallName, CallOutput, PushName } from "../../../shared/contract/contract.ts";
import type { Result } from "../../../shared/base/errors.ts";
import { NO_POLICY } from "../../../shared/base/policy.ts";
import { afterPush } from "../../helpers/after-push.ts";
import { keptKey } from "../../helpers/kept-key.ts";

export const BASE = "https://inventory.example/v1";

/** A core over a service that answers every address with one item. The item is named after the key of the request. */
export interface CoreRig {
  readonly core: AppCore;
  /** The keys in the service's requests. */
  readonly keys: Set<string>;
  /** Every event so far, oldest first. */
  readonly events: { readonly name: PushName; readonly payload: unknown }[];
  /** Called with each request before the service answers; has no effect by default. */
  hold: (url: string) => Promise<void>;
  call<N extends CallName>(name: N, input?: CallInput<N>): Promise<CallOutput<N>>;
  /** The kind of failure, or "ok". */
  kindOf(name: CallName, input?: unknown): Promise<string>;
  /** The names of the items in the open connection's copy. */
  items(connectionId?: string): Promise<unknown[]>;
  pulled(): Promise<void>;
}

/**
 * Starts a core over a folder, and closes it after the test.
 * @param fetch reaches a real service with real waits; if absent, all sleeps end at once.
 * @param more other options of the host.
 */
export function start(
  folder: string,
  keychain: Keychain,
  fetch?: Fetch,
  more: Partial<CoreOptions> = {},
): CoreRig {
  const keys = new Set<string>();
  const events: CoreRig["events"] = [];
  const core = startCore({
    confirmOrigin: async () => true,
    folder,
    version: "0",
    host: "browser",
    policy: NO_POLICY,
    fetch: async (url, init) => {
      if (fetch) return fetch(url, init);
      const { headers, signal } = init;
      const key = (headers["Authorization"] ?? "").replace("Bearer ", "");
      // The request that checks the server's kind has no key.
      if (key !== "") keys.add(key);
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("aborted")));
      });
      await Promise.race([rig.hold(url), aborted]);
      const item = { id: `i-${key}`, name: `Item of ${key}` };
      const data = url.endsWith(`/items/${item.id}`) ? item : url.includes("/items") ? [item] : [];
      const meta = { requestId: "r", hasMore: false, nextCursor: null };
      return new Response(JSON.stringify({ data, meta }), {
        headers: { "content-type": "application/json" },
      });
    },
    // If a sleep ended in the same task, code that sleeps repeatedly, such as a schedule, would block the
    // process.
    clock: fetch
      ? systemClock
      : { ...systemClock, wait: () => new Promise((resolve) => setImmediate(resolve)) },
    keychain,
    sink: () => {},
    copyText: () => {},
    chooseExport: async () => null,
    confirmReplace: async () => false,
    chooseFolder: async () => null,
    trayAvailable: async () => false,
    openFile: async () => {},
    chooseFile: async () => null,
    ...more,
  });
  onTestFinished(() => core.close());
  core.events.subscribe((name, payload) => events.push({ name, payload }));
  const dispatch = (name: CallName, input?: unknown): Promise<Result<unknown>> => core.dispatch(name, input);
  const rig: CoreRig = {
    core,
    keys,
    events,
    hold: async () => {},
    call: async <N extends CallName>(name: N, input?: CallInput<N>) => {
      const result = await dispatch(name, input);
      if (!result.ok) throw new Error(`${name}: ${result.error.kind}: ${result.error.message}`);
      return result.value as CallOutput<N>;
    },
    kindOf: async (name, input) => {
      const result = await dispatch(name, input);
      return result.ok ? "ok" : result.error.kind;
    },
    items: async (connectionId) => {
      const { rows } = await rig.call("queryPage", {
        ...(connectionId === undefined ? {} : { connectionId }),
        resource: "items",
        query: { version: 1 },
        offset: 0,
        limit: 10,
      });
      return rows.map((row) => row["name"]);
    },
    pulled: () =>
      afterPush(core, async () => {
        const { state, firstPullComplete } = await rig.call("getStatus");
        return state === "idle" && firstPullComplete;
      }),
  };
  return rig;
}

/** The text that the keychain stores for a key. */
export const kept = (key: string, baseUrl = BASE): string => keptKey({ url: baseUrl, key });

export { memoryKeychain as memory } from "../../helpers/memory-keychain.ts";
