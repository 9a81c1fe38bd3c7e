import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { onTestFinished } from "vitest";
import { CLI_PROGRAM, ROOT } from "../../helpers/child.ts";

/** An answer of a tool as the tests read it. */
interface ToolAnswer {
  readonly isError: boolean;
  /** The whole text. */
  readonly text: string;
  // The tests read any part of an answer.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** An assistant's program with the protocol's own client, which has started `mcp`. */
export interface Assistant {
  readonly client: Client;
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>;
  /** All that the server wrote on stderr. */
  readonly stderr: () => string;
}

/** Starts `mcp` with options as an assistant's program does. */
export async function startAssistant(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Assistant> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI_PROGRAM, "mcp", ...options],
    cwd: ROOT,
    env: { ...(process.env as Record<string, string>), ...environment },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    stderr: () => stderr,
    call: async (name, input = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [{ text } = { text: "" }] = content as { text: string }[];
      return { isError: isError === true, text, json: JSON.parse(text) as unknown };
    },
  };
}
