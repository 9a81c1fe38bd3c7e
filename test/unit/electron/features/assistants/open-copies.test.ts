import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { OpenCopies } from "../../../../../electron/features/assistants/open-copies.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";
import { fillCopy } from "../../../../helpers/fill-copy.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

it("a running query gets its result even if holder names are turned on during the query", async () => {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  fillCopy(file, 10);
  const copies = new OpenCopies(virtualClock());
  onTestFinished(() => copies.close());
  const count = (withoutNames: boolean, before = () => Promise.resolve()): Promise<number | null> =>
    copies.read(file, withoutNames, async (reader) => {
      await before();
      return (await reader.count("items", { version: 1 }, 0)).total;
    });
  const meanwhile: (number | null)[] = [];
  const running = count(true, async () => void meanwhile.push(await count(false)));
  expect(await running).toBe(10);
  expect(meanwhile).toEqual([10]);
});
