import { connectProxy } from "../../helpers/connect-proxy.ts";
import { expect, test, type LaunchedApp } from "./launch.ts";

const SERVICE = "https://inventory.example";
const KEY = "sample_live_key_of_this_test";

/** A dialog of the system: its text and its buttons. */
interface Dialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Answers every dialog of the app with the named button, and records the dialogs. */
async function answerDialogs(
  { app }: LaunchedApp,
  button: string,
): Promise<() => Promise<readonly Dialog[]>> {
  await app.evaluate(({ dialog }, wanted) => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = ((_window: unknown, options: Electron.MessageBoxOptions) => {
      const { message, detail, buttons } = options;
      shown.push({ message, detail, buttons });
      return Promise.resolve({ response: buttons?.indexOf(wanted) ?? -1, checkboxChecked: false });
    }) as unknown as typeof dialog.showMessageBox;
  }, button);
  return () => app.evaluate(() => (globalThis as unknown as { shown: Dialog[] }).shown);
}

/** Makes the call `connect` as a script of the page would. @returns the kind of its failure, or "ok". */
const connect = ({ page }: LaunchedApp): Promise<string> =>
  page.evaluate(
    async (input) => {
      type Answer = { readonly ok: boolean; readonly error?: { readonly kind: string } };
      const { stockdeck } = globalThis as unknown as {
        stockdeck: { connect(input: unknown): Promise<Answer> };
      };
      return (await stockdeck.connect(input)).error?.kind ?? "ok";
    },
    { baseUrl: SERVICE, key: KEY },
  );

test("a script that calls connect sends nothing to an origin that the user does not confirm in a dialog", async ({
  launch,
}) => {
  // Every request that the app sends to the service would pass here.
  const proxy = await connectProxy(502);
  try {
    const launched = await launch({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    await expect(launched.page.getByRole("heading", { level: 1 })).toBeVisible();
    const refused = await answerDialogs(launched, "Cancel");
    expect(await connect(launched)).toBe("cancelled");
    expect(await refused()).toEqual([
      {
        message: `Connect to ${SERVICE}?`,
        detail: expect.stringContaining("sends the API key"),
        buttons: ["Connect", "Cancel"],
      },
    ]);
    expect(proxy.seen()).toBe("");

    const confirmed = await answerDialogs(launched, "Connect");
    expect(await connect(launched)).not.toBe("cancelled");
    expect(await confirmed()).toHaveLength(1);
    await expect.poll(() => proxy.targets).toContain("inventory.example:443");
    expect(proxy.seen()).not.toContain(KEY);
  } finally {
    proxy.close();
  }
});
