import { expect, test } from "./launch.ts";

test("the app copies rows as text and as an HTML table", async ({ launch }) => {
  const { app, page } = await launch();
  const copied = await page.evaluate(
    (input) =>
      (
        globalThis as unknown as { stockdeck: { copyText(input: unknown): Promise<{ ok: boolean }> } }
      ).stockdeck.copyText(input),
    { text: "Film 20", html: "<table><tbody><tr><td>Film 20</td></tr></tbody></table>" },
  );
  expect(copied).toEqual({ ok: true });
  const clipboard = await app.evaluate(async ({ clipboard: held }) => {
    // The form of this call in the tests' Electron. Later versions read the clipboard like the web API.
    const former = held as unknown as { readHTML(): string };
    return { text: await held.readText(), html: former.readHTML() };
  });
  expect(clipboard.text).toBe("Film 20");
  expect(clipboard.html).toContain("<td>Film 20</td>");
});
