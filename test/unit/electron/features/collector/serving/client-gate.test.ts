import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { ClientGate } from "../../../../../../electron/features/collector/serving/client-gate.ts";
import {
  hashOf,
  type CollectorToken,
} from "../../../../../../electron/features/collector/serving/token-table.ts";
import { virtualClock } from "../../../../../helpers/virtual-clock.ts";

const tokenOf = (label: string): CollectorToken => ({
  label,
  hash: hashOf(label),
  access: "read",
  createdAt: 0,
  lastUsedAt: null,
});

/** A gate whose store answers only when the test allows it. */
function gateOf(labels: string[], perMinute = 0) {
  let waiting: (() => void)[] = [];
  let readings = 0;
  const store = {
    tokens: () => {
      readings += 1;
      return new Promise<readonly CollectorToken[]>((resolve) => {
        waiting.push(() => resolve(labels.map((label) => tokenOf(label))));
      });
    },
    noteUse: () => Promise.resolve(),
  };
  const gate = new ClientGate({
    store,
    connections: { recognise: () => {} },
    clock: virtualClock(),
    perMinute,
    onTokens: () => {},
  });
  const admit = (token: string, sender: string): Promise<string> =>
    gate.admit({ headers: { authorization: token } } as http.IncomingMessage, sender).then(
      ({ label }) => label,
      (thrown: unknown) => String((thrown as { status: number }).status),
    );
  /** Answers all pending reads, until no request waits. */
  const answer = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      for (const end of now) end();
      await new Promise(setImmediate);
    }
  };
  return { gate, admit, answer, readings: () => readings };
}

it("700 concurrent requests cause only two reads of the tokens", async () => {
  const labels = ["desk-1"];
  const { admit, answer, readings } = gateOf(labels);
  const first = admit("Bearer desk-1", "10.0.0.1");
  await new Promise(setImmediate);
  labels.push("desk-2");
  const others = Array.from({ length: 700 }, (_, at) =>
    admit(`Bearer ${at === 5 ? "desk-2" : `wrong-${at}`}`, `10.0.1.${at}`),
  );
  await new Promise(setImmediate);
  await answer();
  expect(await first).toBe("desk-1");
  const answers = await Promise.all(others);
  expect([answers[5], new Set(answers.toSpliced(5, 1)), readings()]).toEqual(["desk-2", new Set(["401"]), 2]);
});

it("the store is not read for a blocked sender, a token over its limit or a missing token", async () => {
  const { admit, answer, readings } = gateOf(["desk-1"], 3);
  const ask = async (header: string, sender: string): Promise<string> => {
    const asked = admit(header, sender);
    await new Promise(setImmediate);
    await answer();
    return asked;
  };
  for (let turn = 0; turn < 3; turn += 1) expect(await ask("Bearer desk-1", "10.0.0.1")).toBe("desk-1");
  const wrong: string[] = [];
  while (wrong.at(-1) !== "429" && wrong.length < 500) wrong.push(await ask("Bearer wrong", "10.0.0.9"));
  const before = readings();
  expect(before).toBe(3 + wrong.length - 1);
  expect(await ask("Bearer desk-1", "10.0.0.1")).toBe("429");
  expect(await ask("Bearer wrong", "10.0.0.9")).toBe("429");
  expect(await ask("Basic desk-1", "10.0.0.8")).toBe("401");
  expect(readings()).toBe(before);
});

it("a token's limit counts the cost of its responses, not their number", async () => {
  const { gate, admit, answer } = gateOf(["desk-1"], 10);
  const ask = async (characters: number): Promise<string> => {
    const asked = admit("Bearer desk-1", "10.0.0.1");
    await new Promise(setImmediate);
    await answer();
    const label = await asked;
    if (label === "desk-1") gate.chargeAnswer(tokenOf(label), characters);
    return label;
  };
  expect([await ask(100), await ask(1024 * 1024), await ask(1024 * 1024), await ask(1)]).toEqual([
    "desk-1",
    "desk-1",
    "desk-1",
    "desk-1",
  ]);
  expect(await ask(1)).toBe("429");
});

it("a disconnected client frees all request slots of its token", async () => {
  const { gate } = gateOf([]);
  const token = tokenOf("desk-1");
  const outcomes: string[] = [];
  let requests = 0;
  const server = http.createServer((request, response) => {
    requests += 1;
    const answer = async (): Promise<void> => {
      const outcome = await gate.turn(token, response).then(
        () => "answers",
        () => "drops",
      );
      outcomes.push(`${outcome} ${request.url}`);
      // The first one is never answered.
      if (request.url !== "/a") response.end();
    };
    void answer();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const socket = net.connect(port, "127.0.0.1");
  for (const path of ["/a", "/b", "/c"]) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => [requests, ...outcomes]).toEqual([3, "answers /a"]);
  socket.destroy();
  const { status } = await fetch(`http://127.0.0.1:${port}/last`);
  expect([status, outcomes]).toEqual([200, ["answers /a", "drops /b", "drops /c", "answers /last"]]);
});
