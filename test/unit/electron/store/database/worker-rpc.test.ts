import fs from "node:fs";
import path from "node:path";
import { expect, it, describe } from "vitest";
import { openInventoryStore } from "../../../../../electron/index/inventory-store.ts";
import { restartable, startWorker } from "../../../../../electron/store/database/worker-rpc.ts";
import { errorOf } from "../../../../helpers/failures.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../../helpers/wait-until.ts";

interface Service {
  echo(value: unknown): unknown;
  fail(kind: string): void;
  die(how: string): void;
  close(): void;
}

const start = (onDeath?: () => void): ReturnType<typeof startWorker<Service>> =>
  startWorker<Service>(new URL("./rpc-service.ts", import.meta.url), {}, undefined, onDeath);

describe("a service in a worker", () => {
  it("a service in a worker answers calls in order with unchanged values", async () => {
    const service = start();
    const values = [1, "a", null, { list: [1, { deep: true }] }];
    expect(await Promise.all(values.map((value) => service.echo(value)))).toEqual(values);
    await service.close();
  });

  it("a worker's error keeps its kind and hides a defect's text", async () => {
    const service = start();
    expect(await errorOf(service.fail("store"))).toEqual({
      kind: "store",
      reason: "full",
      message: "The disk is full.",
      requestId: "r-1",
    });
    expect(await errorOf(service.fail("query"))).toEqual({
      kind: "invalid_input",
      message: 'items have no field "colour"',
    });
    const defect = await errorOf(service.fail("defect"));
    expect(defect.kind).toBe("internal");
    expect(defect.message).not.toContain("secret detail");
    expect((await errorOf((service as unknown as { nothing(): Promise<void> }).nothing())).kind).toBe(
      "internal",
    );
    expect(await service.echo("still here")).toBe("still here");
    await service.close();
  });

  it.each(["exit", "throw"])(
    "pending and later calls fail if the service's thread dies (%s)",
    async (how) => {
      const service = start();
      void service.die(how).catch(() => {});
      expect(await errorOf(service.echo(1))).toMatchObject({
        kind: "internal",
        message: expect.stringContaining("has stopped"),
      });
      expect((await errorOf(service.echo(2))).kind).toBe("internal");
    },
  );

  it.each(["exit", "throw"])("a restartable service works again after its thread died (%s)", async (how) => {
    let starts = 0;
    const service = restartable<Service>((onDeath) => {
      starts += 1;
      return start(onDeath);
    });
    void service.die(how).catch(() => {});
    expect((await errorOf(service.echo("lost"))).kind).toBe("internal");
    await waitUntil(
      () =>
        service
          .echo("again")
          .then((answer) => answer === "again")
          .catch(() => false),
      "an answer",
    );
    expect(starts).toBe(2);
    await service.close();
    expect((await errorOf(service.echo("closed"))).kind).toBe("internal");
    expect(starts).toBe(2);
  });

  it("the caller can wait until a worker's service has started", async () => {
    const service = await Promise.resolve(start());
    await service.close();
    expect((await errorOf(service.echo(1))).kind).toBe("internal");
  });

  it("a worker reports why its service cannot start", async () => {
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, "obstacle"), "");
    const error = await errorOf(openInventoryStore(path.join(folder, "obstacle", "inventory.sqlite")));
    expect(error).toMatchObject({ kind: "store", reason: "not_writable" });
  });
});
