import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { setProcessLocale } from "../../../../electron/base/process-locale.ts";

const moduleOf = (file: string): string => new URL(`../../../../${file}`, import.meta.url).href;
/** A thread that reports its format of a number. */
const THREAD = `
  import { parentPort } from "node:worker_threads";
  const { followProcessLocale } = await import(${JSON.stringify(moduleOf("electron/base/process-locale.ts"))});
  const { currentLocale } = await import(${JSON.stringify(moduleOf("shared/base/text/locale.ts"))});
  followProcessLocale();
  parentPort.postMessage((1234.5).toLocaleString(currentLocale()));
`;

afterEach(() => setProcessLocale(undefined));

it("a thread writes numbers in its process's locale", async () => {
  setProcessLocale("de");
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`));
  const [written] = (await once(worker, "message")) as [string];
  expect(written).toBe("1.234,5");
});
