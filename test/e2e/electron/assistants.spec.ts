import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ROOT } from "../../helpers/child.ts";
import { expect, SANDBOX, test } from "./launch.ts";

test.setTimeout(120_000);

test(
  "an assistant's program starts the app hidden and reads the allowed connections",
  { tag: "@whole" },
  async ({ folder, sample, launch }) => {
    const { page, app } = await launch();
    await page.getByLabel("Base URL").fill(sample.url);
    await page.getByLabel("API key", { exact: true }).fill(sample.key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByTestId("sync-state")).toHaveText("Connected", { timeout: 30_000 });
    await page.getByRole("link", { name: "Settings" }).click();
    const section = page.getByRole("region", { name: "Assistants", exact: true });
    await section
      .getByRole("switch", { name: "Let assistants read the connections of this computer" })
      .click();
    const configuration = section.getByRole("region", { name: "Configuration for the assistant’s program" });
    const shown = JSON.parse((await configuration.textContent()) ?? "") as {
      mcpServers: { stockdeck: { command: string; args: string[] } };
    };
    const { command, args } = shown.mcpServers.stockdeck;
    expect(args.slice(-2)).toEqual(["--headless", "mcp"]);
    expect(fs.existsSync(command)).toBe(true);

    const { DISPLAY: _display, ...environment } = process.env as Record<string, string>;
    const client = new Client({ name: "test", version: "1" });
    const own = [`--user-data-dir=${folder}`, ...SANDBOX];
    const words = [...args.slice(0, -2), ...own, ...args.slice(-2)];
    await client.connect(
      new StdioClientTransport({ command, args: words, cwd: ROOT, env: environment, stderr: "ignore" }),
    );
    const ask = async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { text: string }[])[0]?.text ?? "";
    };
    const found = await ask("search_records", { resource: "items" });
    expect(JSON.parse(found)).toMatchObject({ total: 5_000, returned: 25 });
    expect(found).not.toContain(sample.key);

    await client.close();
    await app.close();
    expect(fs.existsSync(path.join(folder, "user.sqlite"))).toBe(true);
  },
);
