import fs from "node:fs";
import path from "node:path";
import { PUSHES } from "../../../shared/contract/contract.ts";
import { contractSuite, type ContractHost } from "../../integration/contract/contract-suite.ts";
import { test } from "./launch.ts";

type Bridge = Record<string, (input: unknown) => unknown>;

test(
  "the contract holds in Electron with preload, IPC and real sessions",
  { tag: "@whole" },
  async ({ launch, folder }) => {
    test.setTimeout(120_000);
    const { app, page } = await launch();
    const savesTo = path.join(folder, "saved.json");
    // Replaces the user in the system's own dialog, which no test can reach.
    await app.evaluate(({ BrowserWindow, dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      // After a backup is restored, the page would reload and lose its listeners.
      for (const { webContents } of BrowserWindow.getAllWindows())
        webContents.on("will-navigate", (event) => event.preventDefault());
    }, savesTo);
    const events: { name: string; payload: unknown }[] = [];
    await page.exposeFunction("recordEvent", (name: string, payload: unknown) =>
      events.push({ name, payload }),
    );
    await page.evaluate((names) => {
      const { stockdeck, recordEvent } = globalThis as unknown as {
        stockdeck: Record<string, (listener: (payload: unknown) => void) => void>;
        recordEvent: (name: string, payload: unknown) => void;
      };
      for (const name of names) {
        stockdeck[`on${name.charAt(0).toUpperCase()}${name.slice(1)}`]?.((payload) =>
          recordEvent(name, payload),
        );
      }
    }, Object.keys(PUSHES));

    const log = path.join(folder, "logs", "stockdeck.log");
    const host: ContractHost = {
      folder,
      savesTo,
      events: () => events,
      logLines: () => (fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n") : []),
      call: (name, input) =>
        page.evaluate(
          ([method, argument]) =>
            (globalThis as unknown as { stockdeck: Bridge }).stockdeck[method]?.(argument),
          [name, input] as const,
        ),
    };
    const suite = contractSuite(host);
    try {
      for (const { title, run } of suite.steps) await test.step(title, run);
    } finally {
      await suite.close();
    }
  },
);
