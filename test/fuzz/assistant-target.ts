import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { localDay } from "../../shared/base/time/local-day.ts";
import { serveAssistants, TOOLS } from "../../electron/features/assistants/assistant-server.ts";
import { systemClock } from "../../electron/base/clock.ts";
import { NO_LIMITS } from "../../shared/features/custody/out-limits.ts";
import { ERROR_KINDS } from "../../shared/base/error-kinds.ts";
import { BUILT_IN_VIEWS } from "../../shared/query/views/built-in-views.ts";
import { compileView } from "../../shared/query/views/compile-view.ts";
import { fillCopy } from "../helpers/fill-copy.ts";
import { FromSchema } from "./from-schema.ts";
import { jsonOf } from "./hostile.ts";
import type { Run } from "./run-target.ts";

const TODAY = localDay(new Date());

const ROWS = 300;
const MAX_ROWS = 100;
const KINDS: readonly string[] = ERROR_KINDS.filter((kind) => kind !== "internal");

/** The parts of a server's message that this test reads. */
interface Message {
  readonly id?: number;
  readonly error?: { readonly code: number };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] };
}

/** Sends calls and broken lines to the server of assistants. Each call gets an answer or a typed error. */
export async function assistants(run: Run): Promise<void> {
  const { guard, count, random, hostile } = run;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  const inventory = path.join(folder, "inventory.sqlite");
  fillCopy(inventory, ROWS);
  const [input, output, end] = [new PassThrough(), new PassThrough(), new AbortController()];
  const server = serveAssistants({
    version: "0.0.0-test",
    access: () => ({ connections: [connectionTo(inventory)], withholdsNames: true }),
    clock: systemClock,
    input,
    output,
    signal: end.signal,
    onDefect: (thrown) => guard.fail(`defect: ${String(thrown)}`),
  });
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: output }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    waiting.get(message.id ?? -1)?.(message);
  });
  const ask = (id: number, line: string): Promise<Message> =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      input.write(`${line}\n`);
    });
  const values = new FromSchema(random);
  try {
    await ask(0, JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: CLIENT }));
    for (let turn = 1; turn <= count; turn += 1) {
      if (random.chance(0.05)) input.write(`${jsonOf(hostile.value())}\n`);
      if (random.chance(0.05))
        input.write(`{"jsonrpc":"2.0","id":-2,"method":${JSON.stringify(random.pick(METHODS))}}\n`);
      const tool = random.pick(TOOLS);
      const given = random.chance(0.7) ? values.value(tool.input) : hostile.value();
      const name = JSON.stringify(random.chance(0.98) ? tool.name : hostile.text());
      const params = `{"name":${name},"arguments":${jsonOf(given)}}`;
      const text = `{"jsonrpc":"2.0","id":${turn},"method":"tools/call","params":${params}}`;
      const message = await guard.work(text, () => ask(turn, text));
      waiting.delete(turn);
      if (message?.error?.code === REFUSED && isPlain(given) && name === JSON.stringify(tool.name))
        guard.fail(`${tool.name}: an object is refused`);
      if (message) check(run, values, tool.name, message);
    }
  } finally {
    end.abort();
    await server;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Methods that the server does not have. Some are names of properties that every object has. */
const METHODS = ["constructor", "toString", "__proto__", "valueOf", "tools/none", ""] as const;
/** The code of JSON-RPC for an unknown tool, and for arguments that are no object. */
const REFUSED = -32_602;
/** The code for a message that is too deep. */
const INVALID = -32_600;

const CLIENT = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "fuzz", version: "1" },
};

/** An answer has at most 100 rows; an error has a known kind, and is no defect. */
function check({ guard }: Run, values: FromSchema, tool: string, { error, result }: Message): void {
  if (error) {
    if (error.code !== REFUSED && error.code !== INVALID) guard.fail(`${tool}: refused with ${error.code}`);
    return;
  }
  const answer = JSON.parse(result?.content?.[0]?.text ?? "null") as {
    readonly error?: { readonly kind: string };
    readonly data?: unknown;
  } | null;
  if (result?.isError) {
    if (!KINDS.includes(answer?.error?.kind ?? "")) guard.fail(`${tool}: failed with ${answer?.error?.kind}`);
    return;
  }
  if (Array.isArray(answer?.data) && answer.data.length > MAX_ROWS) guard.fail(`${tool}: over 100 rows`);
  values.learn(answer);
}

/** Whether a value becomes an object when it is sent as JSON. */
function isPlain(value: unknown): boolean {
  const arrived: unknown = JSON.parse(jsonOf(value));
  return typeof arrived === "object" && arrived !== null && !Array.isArray(arrived);
}

const connectionTo = (inventory: string) => ({
  name: "Fuzz",
  inventory,
  views: (resource: keyof typeof BUILT_IN_VIEWS) =>
    BUILT_IN_VIEWS[resource].map(({ name, definition: { search, filters, sort, grouping } }) => ({
      name,
      isBuiltIn: true,
      query: compileView(resource, { search, chips: filters, sort, grouping }, TODAY),
    })),
  outLimits: () => NO_LIMITS,
  alertRules: () => null,
});
