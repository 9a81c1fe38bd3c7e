import { once } from "node:events";
import { WebSocket } from "ws";
import type { CallInput, CallName, CallOutput } from "../../shared/contract/contract.ts";
import type { Result } from "../../shared/base/errors.ts";
import { within } from "../helpers/within.ts";
import { waitUntil } from "../helpers/wait-until.ts";
import type { SyncStatus } from "../../shared/inventory/status.ts";

/** Ms within which a host must answer. No call waits for a pull of a million items. */
const ANSWERED_WITHIN = 120_000;

/** Makes one call to a browser host, as its page would. Tests prepare data with it. */
export async function callHost<N extends CallName>(
  hostUrl: string,
  call: N,
  input?: CallInput<N>,
): Promise<CallOutput<N>> {
  const { host, origin, searchParams } = new URL(hostUrl);
  const socket = new WebSocket(`ws://${host}/host?token=${searchParams.get("token") ?? ""}`, { origin });
  try {
    await once(socket, "open", { signal: AbortSignal.timeout(ANSWERED_WITHIN) });
    const reply = new Promise<Result<CallOutput<N>>>((resolve, reject) => {
      socket.once("close", () => reject(new Error(`The host closed the socket during ${call}.`)));
      socket.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString("utf8")) as { id?: number; result: Result<CallOutput<N>> };
        if (message.id === 1) resolve(message.result);
      });
    });
    socket.send(JSON.stringify({ id: 1, call, input }));
    const result = await within(ANSWERED_WITHIN, `the answer of ${call}`, reply);
    if (!result.ok) throw new Error(`${call}: ${result.error.message}`);
    return result.value;
  } finally {
    socket.terminate();
  }
}

/**
 * Waits until the stock is counted after a first pull. The count changes the rows of types and locations once
 * more. If the pull ended just before midnight, the counted day is now yesterday.
 */
export async function waitForStock(hostUrl: string): Promise<void> {
  const asked = { dimension: "types", id: null, days: 2 } as const;
  await waitUntil(
    async () => (await callHost(hostUrl, "queryStockHistory", asked)).length > 0,
    "the count of the stock",
  );
}

/** Waits until the core's status satisfies `wanted`. @param patience ms. */
export async function waitForStatus(
  hostUrl: string,
  wanted: (status: SyncStatus) => boolean,
  patience = 30_000,
): Promise<SyncStatus> {
  const deadline = Date.now() + patience;
  for (;;) {
    const status = await callHost(hostUrl, "getStatus");
    if (wanted(status)) return status;
    if (Date.now() > deadline)
      throw new Error(`The status never was as wanted: ${JSON.stringify(status, null, 1)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
