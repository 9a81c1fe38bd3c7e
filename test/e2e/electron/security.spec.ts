import { expect, SANDBOX, shareApp, startAgain, test, type LaunchedApp } from "./launch.ts";

test.describe("one app", () => {
  const sharedApp = shareApp();

  test("the page is sandboxed and isolated and reaches only the contract", async ({ sample }) => {
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

test("a second start shows the first window and exits", async ({ launch, folder }) => {
  const { app, page } = await launch();
  const visible = (): Promise<boolean[]> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await visible()).toEqual([false]);
  expect(await startAgain(folder)).toEqual([0, ""]);
  await expect.poll(visible).toEqual([true]);
});

test("the window reopens at its last position", { tag: "@whole" }, async ({ launch }) => {
  const bounds = ({ app }: LaunchedApp): Promise<Electron.Rectangle | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  const first = await launch();
  // Only a visible window keeps a new size.
  await expect(first.page.getByRole("heading", { level: 1 })).toBeVisible();
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 900, height: 600 }),
  );
  await expect.poll(() => bounds(first)).toMatchObject({ width: 900, height: 600 });
  await first.app.close();
  expect(await bounds(await launch())).toMatchObject({ width: 900, height: 600 });
});
