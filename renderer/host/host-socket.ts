import { clock } from "../base/clock.ts";
import type { CallName, PushName } from "../../shared/contract/contract.ts";
import { fail, type Result } from "../../shared/base/errors.ts";
import { BROWSER } from "./messages.ts";

interface Reply {
  readonly id: number;
  readonly result: Result<unknown>;
}
interface Push {
  readonly event: PushName;
  readonly payload: unknown;
}

/**
 * The host's first message: the window's number, and the names of calls and events. The schemas would be too large
 * for the first script.
 */
export interface Welcome {
  readonly window: number;
  readonly calls: readonly CallName[];
  readonly events: readonly PushName[];
}
interface Refusal {
  readonly problem: string;
}

export type Call = (name: CallName, input: unknown) => Promise<Result<unknown>>;
export type Subscribe = (name: PushName, listener: (payload: unknown) => void) => () => void;

/** Ms before a lost connection is opened again. */
const RECONNECT_DELAY_MS = 1_000;

const CONNECTION_LOST: Result<never> = fail({
  kind: "network",
  reason: "offline",
  message: BROWSER.hostLost,
});

/** Calls and events over one WebSocket. A lost connection is opened again; until then calls return a network error. */
export class HostSocket {
  readonly #addressOf: (window: number) => string;
  #window: number;
  #socket: WebSocket | null = null;
  #lastId = 0;
  readonly #pending = new Map<number, (result: Result<unknown>) => void>();
  readonly #listeners = new Map<PushName, Set<(payload: unknown) => void>>();

  /**
   * @param addressOf makes the address of the socket for a window number. @param window the number to request; the host
   * may assign another number.
   */
  constructor(addressOf: (window: number) => string, window: number) {
    this.#addressOf = addressOf;
    this.#window = window;
  }

  /** Connects. @throws Error if the host refuses the token or the window. */
  open(): Promise<Welcome> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.#addressOf(this.#window));
      socket.addEventListener("message", (event: MessageEvent<string>) => {
        const message = JSON.parse(event.data) as Welcome | Refusal | Reply | Push;
        if ("problem" in message) return reject(new Error(message.problem));
        if (!("window" in message)) return this.#receive(message);
        this.#window = message.window;
        this.#socket = socket;
        resolve(message);
      });
      socket.addEventListener("close", () => {
        reject(
          new Error("The browser host refused the connection: the token of the address is missing or old."),
        );
        if (this.#socket === socket) this.#lose();
      });
    });
  }

  readonly call: Call = (name, input) => {
    const socket = this.#socket;
    if (!socket) return Promise.resolve(CONNECTION_LOST);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      socket.send(JSON.stringify({ id, call: name, input }));
    });
  };

  readonly subscribe: Subscribe = (name, listener) => {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  #receive(message: Reply | Push): void {
    if ("event" in message) {
      this.#listeners.get(message.event)?.forEach((listener) => listener(message.payload));
    } else {
      this.#pending.get(message.id)?.(message.result);
      this.#pending.delete(message.id);
    }
  }

  #lose(): void {
    this.#socket = null;
    for (const settle of this.#pending.values()) settle(CONNECTION_LOST);
    this.#pending.clear();
    this.#reopen();
  }

  /** Tries again until the host answers. Meanwhile the page shows that the host does not answer. */
  #reopen(): void {
    // If the host does not answer, another try follows.
    clock.after(RECONNECT_DELAY_MS, () => void this.open().catch(() => this.#reopen()));
  }
}
