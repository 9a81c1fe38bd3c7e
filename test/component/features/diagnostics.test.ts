import fs from "node:fs/promises";
import { screen, waitFor } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { diagnosticsSchema } from "../../../shared/features/diagnostics/diagnostics.ts";
import { TestPage } from "../page.ts";
import { expectState, expectText, goTo, statusBar } from "../steps.ts";

const page = new TestPage({ fresh: true, sandboxOff: "There is none for this AppImage." });
beforeEach(async () => {
  await page.open();
  await goTo(page, "Diagnostics");
  await screen.findByRole("region", { name: "Versions" });
});

const refresh = (): Promise<void> => page.user.keyboard("{F5}");
const panel = (title: string) => (): HTMLElement => screen.getByRole("region", { name: title });
const rowsOf = (title: string): readonly HTMLElement[] =>
  Array.from(panel(title)().querySelectorAll<HTMLElement>("tbody tr"));

async function expectRowCount(title: string, count: number): Promise<void> {
  await waitFor(() => expect(rowsOf(title)).toHaveLength(count));
}

test("the diagnostics screen updates calls, refreshes and the request budget while it is open", async () => {
  const { service } = page;
  const firstOf = (title: string) => (): HTMLElement | null => rowsOf(title)[0] ?? null;
  await expectRowCount("Last calls", 3);
  await expectText(firstOf("Last calls"), "GET /inventory/items?limit=250");
  await expectRowCount("Last refreshes", 1);
  await expectText(panel("Malformed records"), "Every record received could be kept");
  await expectText(panel("Versions"), /Sandbox\s*There is none for this AppImage\./);
  await expectText(panel("Request budget"), /In the last hour\s*3 requests/);
  await expectText(panel("Request budget"), /Next refresh\s*about 1 request/);

  service.setFaults({ malformedRecords: ["numeric_id"], onlyPath: "/inventory/items" });
  await refresh();
  await expectRowCount("Last calls", 6);
  await expectText(firstOf("Last calls"), /limit=250&updatedSince=\d{4}-/);
  await expectText(firstOf("Last refreshes"), "Changes");
  await expectText(firstOf("Malformed records"), "id: not a text");

  service.setFaults({ malformedRecords: [], onlyPath: "", htmlNext: 1 });
  await refresh();
  await expectState("Refresh failed");
  await expectText(firstOf("Last calls"), "This is not the inventory API");
  await expectText(firstOf("Last refreshes"), "The answer is not JSON");
  await expectText(panel("Right now"), "The answer is not JSON (text/html)");
});

test("the file saved by the diagnostics screen contains no key, no folder and no names", async () => {
  const { service, under, user } = page;
  let text = "";
  // The core may write files between the two readings; then both are repeated. File sizes are compared only as
  // numbers.
  await waitFor(async () => {
    await user.click(screen.getByRole("button", { name: "Save to a file" }));
    expect(await screen.findAllByText(/^Saved as /)).not.toEqual([]);
    text = await fs.readFile(under.savesTo, "utf8");
    const { format: _format, version: _version, ...content } = JSON.parse(text) as Record<string, unknown>;
    const { at: _at, ...file } = diagnosticsSchema.parse(content);
    const files = file.files.map(({ name }) => ({ name, bytes: expect.any(Number) as number }));
    expect(await page.call("diagnostics")).toMatchObject({
      ...file,
      files,
      freeBytes: expect.any(Number) as number,
    });
  });
  expect(text).not.toContain(service.key);
  expect(text).not.toContain(under.folder);
  for (const { name } of service.company.items.all()) expect(text).not.toContain(name);
});

test("diagnostics and the status bar report a 429 response that other programs caused", async () => {
  const hint = "this key seems to be used elsewhere too";
  for (let time = 0; time < 2; time += 1) {
    page.service.setFaults({ tooManyNext: 1, retryAfter: "1" });
    await refresh();
    await expectState("Rate-limited");
    await expectState("Connected");
  }
  await expectText(panel("Request budget"), hint);
  expect(panel("Request budget")()).toHaveTextContent("Create one key per workstation.");
  expect(statusBar()).toHaveTextContent(hint);
});

test("the diagnostics screen says that without an API key nothing is refreshed", async () => {
  await page.call("forgetKey");
  await expectText(panel("Request budget"), "No API key yet, so nothing is refreshed");
  expect(panel("Versions")()).toHaveTextContent("SQLite");
});
