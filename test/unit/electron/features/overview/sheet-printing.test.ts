import { expect, it } from "vitest";
import { PushBus } from "../../../../../electron/base/push-bus.ts";
import { SheetPrinting, type Sheet } from "../../../../../electron/features/overview/sheet-printing.ts";
import { BLANK_STATUS } from "../../../../../electron/sync/status-store.ts";
import { virtualClock } from "../../../../helpers/virtual-clock.ts";

/** Prints sheets on a host that waits until they are drawn. */
function startPrinting() {
  const clock = virtualClock();
  const events = new PushBus();
  const sheets: Sheet[] = [];
  const printing = new SheetPrinting({
    clock,
    events,
    print: async (sheet) => {
      sheets.push(sheet);
      const closed = new Promise<never>((_resolve, reject) => {
        sheet.signal.addEventListener("abort", () => reject(sheet.signal.reason as Error));
      });
      await Promise.race([sheet.drawn, closed]);
      return new Uint8Array([sheets.length]);
    },
  });
  const ending = new AbortController();
  const print = (connectionId: string, isOpen = () => true) =>
    printing.print(connectionId, isOpen, ending.signal);
  return { clock, events, sheets, printing, ending, print };
}

/** The message of a print's failure; "" if it succeeds. */
const failureOf = (printed: Promise<unknown>): Promise<string> =>
  printed.then(
    () => "",
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("an overview sheet that is not drawn within a minute is closed", async () => {
  const { clock, sheets, print } = startPrinting();
  const failure = failureOf(print("own"));
  await tick();
  await clock.advance(59_999);
  expect(sheets[0]?.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(await failure).toContain("not drawn within a minute");
  expect(sheets[0]?.signal.aborted).toBe(true);
  expect(clock.sleeping).toBe(0);
});

it("an overview sheet closes if its local data are deleted", async () => {
  const { events, sheets, print } = startPrinting();
  let isOpen = true;
  const printed = print("own", () => isOpen);
  await tick();
  events.emit("status", BLANK_STATUS);
  expect(sheets[0]?.signal.aborted).toBe(false);
  isOpen = false;
  events.emit("status", BLANK_STATUS);
  expect(await printed).toBeNull();
  expect(sheets[0]?.signal.aborted).toBe(true);
});

it("overview sheets print one at a time", async () => {
  const { clock, sheets, printing, print } = startPrinting();
  const [first, second] = [print("a"), print("b")];
  await tick();
  expect(sheets).toHaveLength(1);
  const reportOf = (at: number, connectionId: string): void =>
    printing.drawn({ sheet: sheets[at]?.sheet ?? "", connectionId, isWhole: true });
  reportOf(0, "a");
  expect(await first).toEqual(new Uint8Array([1]));
  await tick();
  expect(sheets).toHaveLength(2);
  reportOf(0, "b");
  reportOf(1, "b");
  expect(await second).toEqual(new Uint8Array([2]));
  expect(clock.sleeping).toBe(0);
});

it("printing a sheet fails if the sheet shows another connection", async () => {
  const { sheets, printing, print } = startPrinting();
  const failure = failureOf(print("a"));
  await tick();
  printing.drawn({ sheet: sheets[0]?.sheet ?? "", connectionId: "b", isWhole: true });
  expect(await failure).toContain("could not be read");
});

it("switching connections closes the overview sheet", async () => {
  const { events, sheets, ending, print } = startPrinting();
  const printed = print("a");
  await tick();
  events.emit("switched", { connection: null, status: BLANK_STATUS });
  expect(await printed).toBeNull();
  expect(sheets[0]?.signal.aborted).toBe(true);
  expect(await print("a", () => false)).toBeNull();
  expect(sheets).toHaveLength(1);
  const failure = failureOf(print("a"));
  await tick();
  ending.abort(new Error("the end"));
  expect(await failure).toBe("the end");
});
