import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import type { Fetch } from "../../electron/client/transport.ts";
import { startSampleService } from "../service/index.ts";
import { CALLS, type CallName, type CallOutput } from "../../shared/contract/contract.ts";
import { appErrorSchema } from "../../shared/base/error-schema.ts";
import type { Result } from "../../shared/base/errors.ts";
import { unsafePart } from "../../shared/base/text/json.ts";
import { startCoreUnderTest, type CoreUnderTest } from "../integration/contract/core-under-test.ts";
import { FromSchema } from "./from-schema.ts";
import type { Run } from "./run-target.ts";

/** The way by which a page's inputs reach the core. */
export interface Link {
  /** The form in which a value arrives. */
  readonly arrives: (input: unknown) => unknown;
  /** Makes a call as a page does. */
  readonly send: (name: string, input: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Ms per input that a call may spend on real work. After that, only inputs that the call refuses are sent. */
const WORK_PER_INPUT = 0.5;
const ITEMS = 150;
const UNSAFE = { depth: 64, parts: 20_000, forbidden: new Set<string>() };

/** Fuzzing sends nothing beyond this machine, whatever base URL an input has. */
const loopbackOnly: Fetch = (url, init) => {
  const { hostname } = new URL(url);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) throw new Error("getaddrinfo ENOTFOUND");
  return nodeFetch(url, init);
};

/** A core with rows, and a record of its dialogs. */
interface Opened {
  readonly under: CoreUnderTest;
  readonly root: string;
  /** The number of opened dialogs and files. */
  readonly asked: { count: number };
  /** Opens the connection with rows again, in whatever state it is. */
  restore(): Promise<string>;
  close(): Promise<void>;
}

async function openCore(host: "electron" | "browser", { guard }: Run): Promise<Opened> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  const folder = path.join(root, "data");
  fs.mkdirSync(folder);
  const asked = { count: 0 };
  const ask = <T>(value: T): Promise<T> => {
    asked.count += 1;
    return Promise.resolve(value);
  };
  const chosen = (name: string): Promise<string> => {
    if (path.basename(name) !== name || /[\0/\\]/.test(name))
      guard.fail("suggested a name that leaves the folder");
    return ask(path.join(folder, "chosen"));
  };
  const under = startCoreUnderTest(host, {
    folder,
    fetch: loopbackOnly,
    chooseFile: chosen,
    chooseExport: chosen,
    chooseFolder: () => ask(folder),
    openFile: async () => void (await ask(null)),
    showNotification: async () => true,
    printPdf: async () => new Uint8Array(8),
  });
  const service = await startSampleService({ items: ITEMS });
  const restore = async (): Promise<string> => {
    const { dispatch } = under.core;
    const status = (await dispatch("bootstrap", undefined)) as { value: CallOutput<"bootstrap"> };
    const { connection } = status.value;
    if (connection?.baseUrl !== service.url || connection.key === "none")
      await dispatch("connect", { baseUrl: service.url, key: service.key });
    const now = (await dispatch("bootstrap", undefined)) as { value: CallOutput<"bootstrap"> };
    const connectionId = now.value.connection?.connectionId;
    if (connectionId === undefined) throw new Error("the core no longer opens a connection");
    // Waits until work that earlier calls queued has ended, such as the evaluation of a hundred rules.
    await dispatch("markAlertsRead", { connectionId, ids: [1] });
    return connectionId;
  };
  const close = async (): Promise<void> => {
    if (fs.readdirSync(root).join() !== "data") guard.fail("wrote beside the data folder");
    await under.core.close();
    // The same folder can be opened again, and gives the same answers.
    const again = startCoreUnderTest(host, { folder, fetch: loopbackOnly });
    const answer = await again.core.dispatch("bootstrap", undefined);
    if (!answer.ok || (answer.value as CallOutput<"bootstrap">).notice)
      guard.fail("the folder no longer opens");
    await again.close();
    await service.close();
    fs.rmSync(root, { recursive: true, force: true });
  };
  return { under, root, asked, restore, close };
}

/** Sends inputs to every call of the contract, over one host. */
export async function fuzzCalls(
  run: Run,
  host: "electron" | "browser",
  connect: (under: CoreUnderTest) => Promise<Link>,
): Promise<void> {
  const opened = await openCore(host, run);
  const link = await connect(opened.under);
  const schemas = new FromSchema(run.random);
  try {
    for (const name of Object.keys(CALLS) as CallName[]) {
      schemas.connectionId = await opened.restore();
      await fuzzCall(name, run, { opened, link, schemas });
    }
    await opened.restore();
    const counted = await link.send("queryCount", { resource: "items", query: { version: 1 } });
    const answer = counted as Result<unknown>;
    if (!answer.ok) run.guard.fail(`no longer counts its rows: ${answer.error.kind}`);
  } finally {
    await link.close();
    await opened.close();
  }
}

interface Contract {
  readonly opened: Opened;
  readonly link: Link;
  readonly schemas: FromSchema;
}

async function fuzzCall(name: CallName, run: Run, { opened, link, schemas }: Contract): Promise<void> {
  const { random, hostile, guard, count } = run;
  const { input: schema } = CALLS[name];
  let left = count * WORK_PER_INPUT;
  for (let turn = 0; turn < count; turn += 1) {
    const kind = random.below(10);
    const valid = kind < 7 ? schemas.value(schema) : undefined;
    const made = link.arrives(kind < 2 ? valid : kind < 7 ? hostile.mutate(valid) : hostile.value());
    // No call accepts a list, so inputs that would cause work are refused.
    const input = left <= 0 && isAccepted(name, made) === true ? [made] : made;
    const accepted = isAccepted(name, input);
    const before = opened.asked.count;
    const begin = performance.now();
    const watch = accepted === true ? guard.work.bind(guard) : guard.watch.bind(guard);
    const answer = await watch({ [name]: input }, () => link.send(name, input));
    if (accepted === true) left -= performance.now() - begin;
    checkAnswer(name, answer, accepted, run);
    if (accepted === false && opened.asked.count !== before)
      guard.fail(`${name}: a refused input opened a dialog`);
    if (accepted === true) schemas.learn(answer);
  }
}

/** Whether the contract accepts an input; null for an input that is too large to be checked here. */
function isAccepted(name: CallName, input: unknown): boolean | null {
  if (unsafePart(input, UNSAFE) !== null) return null;
  return CALLS[name].input.safeParse(input ?? undefined).success;
}

/** An answer must be a `Result`; its error must have a known kind that is not a defect. */
function checkAnswer(name: CallName, answer: unknown, accepted: boolean | null, { guard }: Run): void {
  if (answer === undefined) return;
  const result = answer as Result<unknown>;
  if (result.ok) {
    if (accepted === false) guard.fail(`${name}: answered an input outside the contract`);
    return;
  }
  const { success, data } = appErrorSchema.safeParse(result.error);
  if (!success) guard.fail(`${name}: failed without a typed error`);
  else if (data.kind === "internal") guard.fail(`${name}: a defect`);
  else if (accepted === false && data.kind !== "invalid_input")
    guard.fail(`${name}: refused as ${data.kind}`);
}
