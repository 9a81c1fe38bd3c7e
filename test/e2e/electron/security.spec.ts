import { expect, SANDBOX, shareApp, test } from "./launch.ts";

test.describe("the security of a running app", () => {
  const sharedApp = shareApp();

  test("the page is sandboxed and isolated and can call only what the contract declares", async ({
    sample,
  }) => {
    const { app, page } = sharedApp();
    await expect(page.getByRole("button", { name: /Explore with sample data/ })).toBeVisible();
    expect(page.url()).toMatch(/^app:\/\/stockdeck\//);

    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    });

    const reach = await page.evaluate(async (url) => {
      // Code that runs in the debugger's call is exempt from the CSP; code in a timer is not.
      const outcome = async (work: () => unknown): Promise<string> => {
        await new Promise((resolve) => setTimeout(resolve));
        try {
          const value = await work();
          return value === null || value === undefined ? "nothing" : "something";
        } catch {
          return "refused";
        }
      };
      return {
        require: typeof (globalThis as Record<string, unknown>)["require"],
        process: typeof (globalThis as Record<string, unknown>)["process"],
        fetch: await outcome(() => fetch(`${url}/inventory/items`)),
        // oxlint-disable-next-line typescript/no-implied-eval -- that it is refused is the point
        eval: await outcome(() => new Function("return 1")()),
        open: await outcome(() => window.open("https://example.invalid/")),
        clipboard: await outcome(() => navigator.clipboard.readText()),
        geolocation: (await navigator.permissions.query({ name: "geolocation" })).state,
        frames: await outcome(() => {
          const frame = document.createElement("iframe");
          frame.src = "app://stockdeck/index.html";
          document.body.append(frame);
          return (frame.contentWindow as unknown as Record<string, unknown> | null)?.["stockdeck"];
        }),
      };
    }, sample.url);
    expect(reach).toEqual({
      require: "undefined",
      process: "undefined",
      fetch: "refused",
      eval: "refused",
      open: "nothing",
      clipboard: "refused",
      geolocation: "denied",
      frames: "nothing",
    });

    await page.evaluate(() => {
      window.location.href = "https://example.invalid/";
    });
    await page.waitForTimeout(500);
    expect(page.url()).toMatch(/^app:\/\/stockdeck\//);
    expect(app.windows()).toHaveLength(1);
  });

  test("the kernel limits the page's system calls and namespaces", async () => {
    test.skip(
      SANDBOX.length > 0,
      "As root, where the system has no user namespaces, Chromium has no sandbox.",
    );
    const { app } = sharedApp();
    const status = await app.evaluate(({ BrowserWindow }) => {
      const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
      return process.getBuiltinModule("node:fs").readFileSync(`/proc/${pid}/status`, "utf8");
    });
    const words = (name: string): readonly string[] =>
      new RegExp(String.raw`^${name}:\s+(.*)$`, "m").exec(status)?.[1]?.split(/\s+/) ?? [];
    expect(words("Seccomp")).toEqual(["2"]);
    expect(words("CapEff")).toEqual(["0000000000000000"]);
    expect(words("NSpid").length).toBeGreaterThan(1);
  });

  test("app:// serves only the files of the page", async () => {
    const { app } = sharedApp();
    const statuses = await app.evaluate(async ({ session }) => {
      const pages = session.fromPartition("stockdeck-page");
      const status = async (url: string): Promise<number> =>
        (await pages.fetch(url).catch(() => ({ status: 0 }))).status;
      return [
        await status("app://stockdeck/"),
        await status("app://stockdeck/%2e%2e/electron/main.js"),
        await status("app://stockdeck/..%2felectron%2fmain.js"),
        await status("app://elsewhere/index.html"),
      ];
    });
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([0, 403, 404]).toContain(status);
  });
});
