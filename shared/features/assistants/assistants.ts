import { z } from "zod";

/** The command with which an assistant's program starts Stockdeck's server for assistants. */
const assistantCommandSchema = z.strictObject({ command: z.string(), args: z.array(z.string()) });
export type AssistantCommand = Readonly<z.infer<typeof assistantCommandSchema>>;

/** The call of the screen Settings → Assistants. The app's settings decide whether assistants may read data. */
export const ASSISTANT_CALLS = {
  /** Returns the command for this computer, without any secret; null if this host has no command. */
  getAssistantCommand: { input: z.undefined(), output: assistantCommandSchema.nullable() },
} as const;

/**
 * Writes the command as the configuration of an assistant's program: JSON with `mcpServers`. Claude, Cursor and other
 * programs read this form.
 */
export function assistantConfiguration({ command, args }: AssistantCommand): string {
  return JSON.stringify({ mcpServers: { stockdeck: { command, args } } }, null, 2);
}
