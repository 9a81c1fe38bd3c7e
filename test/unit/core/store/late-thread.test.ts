import { expect, it } from "vitest";
import { lateThread } from "../../../../electron/core/store/late-thread.ts";
import { serveHere, type Remote } from "../../../../electron/core/store/worker-rpc.ts";
import { errorOf } from "../../../helpers/failures.ts";

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

it("answers here what it can until a call needs the thread, which answers everything after that", async () => {
  const begun: string[] = [];
  const { remote } = lateThread(there(begun), { read: async () => "read here" });
  expect(await remote.read()).toBe("read here");
  expect(begun).toEqual([]);
  expect(await remote.write()).toBe("written there");
  expect(await remote.read()).toBe("read there");
  expect(begun).toEqual(["thread"]);
  await remote.close();
});

it("moves when it is told to, once, and not after it was closed", async () => {
  const begun: string[] = [];
  const moved = lateThread(
    there(begun),
    serveHere(() => new Service("here")),
  );
  expect(await moved.remote.write()).toBe("written here");
  moved.start();
  moved.start();
  expect(await moved.remote.write()).toBe("written there");
  expect(begun).toEqual(["thread"]);

  const closed = lateThread(
    there(begun),
    serveHere(() => new Service("here")),
  );
  await closed.remote.close();
  closed.start();
  expect((await errorOf(closed.remote.write())).kind).toBe("internal");
  expect(begun).toEqual(["thread"]);
});

it("tries again where a service could not be made, and gives each call the failure of its own attempt", async () => {
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
