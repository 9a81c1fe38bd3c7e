// @module-tag whole
import { execFile } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "../../helpers/child.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const MB = 1024 * 1024;
const page = (records: string): string =>
  `{"data":[${records}],"meta":{"requestId":"r","hasMore":false,"nextCursor":null}}`;
const list = (element: string, count: number): string => Array<string>(count).fill(element).join(",");
const inField = (value: string): string => page(`{"id":"a","name":"A","x":${value}}`);

/** Pulls twice from a service that answers listings of items with a given body. */
async function pull(
  body: string,
): Promise<{ grownMb: number; outcomes: readonly unknown[]; fileBytes: number }> {
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(request.url?.startsWith("/inventory/items") ? bytes : page(""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = path.join(ROOT, "test/helpers/pull-once.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, url, file], { timeout: 60_000 });
  return {
    ...(JSON.parse(stdout) as { grownMb: number; outcomes: unknown[] }),
    fileBytes: fs.statSync(file).size,
  };
}

const REFUSED = ["protocol", "protocol"];
const quarantined = (records: number): unknown => ({ seen: 0, quarantined: records });

describe("responses below the limit of 32 MB", () => {
  it.each([
    ["of 10 million empty records", page(list("{}", 10_000_000)), REFUSED],
    ["of 2 MB of empty records", page(list("{}", 700_000)), REFUSED],
    ["of 1,000,001 records", page(list("1", 1_000_001)), REFUSED],
    ["of 1,001 empty records", page(list("{}", 1_001)), REFUSED],
    [
      "of 1,000 malformed records of 30 kB",
      page(Array.from({ length: 1_000 }, (_, at) => `{"id":"${at}","x":"${"z".repeat(30_000)}"}`).join(",")),
      [quarantined(1_000), quarantined(1_000)],
    ],
    ["with an unknown field of 27 MB", inField(`"${"y".repeat(27 * MB)}"`), null],
    ["with an unknown field of 330,000 objects", inField(`[${list('{"a":1}', 330_000)}]`), null],
    ["with an unknown field of 490,000 empty lists", inField(`[${list("[]", 490_000)}]`), null],
    [
      "with 240,000 unknown fields",
      page(
        `{"id":"a","name":"A",${Array.from({ length: 240_000 }, (_, at) => `"field ${at}":"${"v".repeat(90)}"`).join(",")}}`,
      ),
      null,
    ],
    [
      "with a name of 15 million characters",
      page(`{"id":"a","name":"${"é".repeat(15_000_000)}"}`),
      [quarantined(1), quarantined(1)],
    ],
    [
      "with a record nested 490,000 levels deep",
      page(`{"id":"a","name":"A","x":${"[".repeat(490_000)}${"]".repeat(490_000)}},{"id":"b","name":"B"}`),
      [
        { seen: 1, quarantined: 1 },
        { seen: 1, quarantined: 1 },
      ],
    ],
    [
      "with one string of 31 MB in the place of a record",
      page(`"${"s".repeat(31 * MB)}"`),
      [quarantined(1), quarantined(1)],
    ],
  ])(
    "a response below the limit of 32 MB, %s, takes at most 300 MB of memory",
    async (_what, body, outcomes) => {
      const result = await pull(body);
      expect(result.outcomes).toMatchObject(
        outcomes ?? [
          { seen: 1, quarantined: 0 },
          { seen: 1, quarantined: 0 },
        ],
      );
      expect(result.grownMb).toBeLessThan(300);
      expect(result.fileBytes).toBeLessThan(12 * MB);
    },
  );
});
