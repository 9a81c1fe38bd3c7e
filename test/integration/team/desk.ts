import { onTestFinished } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { Result } from "../../../shared/base/errors.ts";
import type { CallInput, CallName, CallOutput } from "../../../shared/contract/contract.ts";
import { startCoreUnderTest } from "../contract/core-under-test.ts";
import { afterPush } from "../../helpers/after-push.ts";

/** The whole core of a workstation, connected to a collector. */
export interface Desk {
  readonly connectionId: string;
  readonly pushes: readonly (readonly [name: string, payload: unknown])[];
  readonly lines: readonly string[];
  /** Whether the workstation's requests reach the collector. */
  isOnline: boolean;
  /** Refreshes the connections that are not open. */
  refreshClosed(): Promise<void>;
  readonly call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;
  /** Waits until a condition holds, at once or after a push of the core. */
  readonly until: (holds: () => boolean | Promise<boolean>) => Promise<void>;
}

/** Starts a workstation, and waits for its first exchange. @param token a token of the collector. */
export async function startDesk(
  collector: { readonly url: string },
  token: string,
  clock = systemClock,
): Promise<Desk> {
  const state = { isOnline: true };
  const under = startCoreUnderTest("electron", {
    clock,
    fetch: (url, ...more) =>
      state.isOnline || !url.startsWith(collector.url)
        ? nodeFetch(url, ...more)
        : Promise.reject(new TypeError("The network is away.")),
  });
  onTestFinished(() => under.close());
  const pushes: [string, unknown][] = [];
  under.core.events.subscribe((name, payload) => pushes.push([name, payload]));
  const call = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const result = (await under.core.dispatch(name, input)) as Result<CallOutput<N>>;
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  };
  const { connectionId } = await call("connect", { baseUrl: collector.url, key: token });
  await afterPush(under.core, async () => (await call("readTeam", { connectionId })).exchangedAt !== null);
  return Object.assign(state, {
    connectionId,
    pushes,
    lines: under.lines,
    call,
    refreshClosed: () => under.core.refreshClosed(),
    until: (holds: () => boolean | Promise<boolean>) => afterPush(under.core, holds),
  });
}
