import { expect, it } from "vitest";
import { lazyWorker } from "../../../../../electron/store/database/lazy-worker.ts";
import { serveHere, type Remote } from "../../../../../electron/store/database/worker-rpc.ts";
import { errorOf } from "../../../../helpers/failures.ts";

class Service {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  read(): string {
    return `read ${this.#place}`;
  }

  write(): string {
    return `written ${this.#place}`;
  }

  close(): void {}
}

const there = (begun: string[]) => (): Remote<Service> => {
  begun.push("thread");
  return serveHere(() => new Service("there"));
};

it("a lazy worker answers the calls that it can serve itself without starting its thread", async () => {
  const begun: string[] = [];
  const { remote } = lazyWorker(there(begun), { read: async () => "read here" });
  expect(await remote.read()).toBe("read here");
  expect(begun).toEqual([]);
  expect(await remote.write()).toBe("written there");
  expect(await remote.read()).toBe("read there");
  expect(begun).toEqual(["thread"]);
  await remote.close();
});

it("a lazy worker starts its thread only once", async () => {
  const begun: string[] = [];
  const moved = lazyWorker(
    there(begun),
    serveHere(() => new Service("here")),
  );
  expect(await moved.remote.write()).toBe("written here");
  moved.start();
  moved.start();
  expect(await moved.remote.write()).toBe("written there");
  expect(begun).toEqual(["thread"]);

  const closed = lazyWorker(
    there(begun),
    serveHere(() => new Service("here")),
  );
  await closed.remote.close();
  closed.start();
  expect((await errorOf(closed.remote.write())).kind).toBe("internal");
  expect(begun).toEqual(["thread"]);
});

it("a released lazy worker ends its thread and starts a new thread later", async () => {
  const begun: string[] = [];
  const { remote, rest } = lazyWorker(there(begun), { read: async () => "read here" });
  await rest();
  expect(begun).toEqual([]);
  await remote.write();
  const resting = rest();
  // Calls during the end wait for it, because two threads at once would have different states of the file.
  const [read, written] = [remote.read(), remote.write()];
  await resting;
  expect(await read).toBe("read here");
  expect(await written).toBe("written there");
  expect(await remote.read()).toBe("read there");
  expect(begun).toEqual(["thread", "thread"]);

  const closing = rest();
  await remote.close();
  await closing;
  expect((await errorOf(remote.write())).kind).toBe("internal");
  expect(begun).toEqual(["thread", "thread"]);
});

it("a lazy worker keeps a thread that cannot close", async () => {
  class Stuck extends Service {
    override close(): void {
      throw new Error("no");
    }
  }
  const begun: string[] = [];
  const { remote, rest } = lazyWorker<Service>(() => {
    begun.push("thread");
    return serveHere(() => new Stuck("there"));
  }, {});
  await remote.write();
  await rest();
  expect(await remote.write()).toBe("written there");
  expect(begun).toEqual(["thread"]);
});

it("a service that failed to start is retried at each call", async () => {
  let obstacles = 2;
  const service = serveHere(() => {
    obstacles -= 1;
    if (obstacles >= 0) throw new Error(`obstacle ${obstacles}`);
    return new Service("here");
  });
  expect((await errorOf(service.read())).kind).toBe("internal");
  expect((await errorOf(service.read())).kind).toBe("internal");
  expect(await service.read()).toBe("read here");
});
