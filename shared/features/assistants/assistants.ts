import { z } from "zod";

/** The command with which an assistant's program starts the server for assistants. */
const assistantCommandSchema = z.strictObject({ command: z.string(), args: z.array(z.string()) });
export type AssistantCommand = Readonly<z.infer<typeof assistantCommandSchema>>;

/** The call of Settings → Assistants. Whether assistants may read is a setting of the app. */
export const ASSISTANT_CALLS = {
  /** The command for this computer, without any secret; null if the host has none. */
  getAssistantCommand: { input: z.undefined(), output: assistantCommandSchema.nullable() },
} as const;

/**
 * The command in the form of an assistant program's configuration: JSON with `mcpServers`. Claude, Cursor and
 * other programs read this form.
 */
export function assistantConfiguration({ command, args }: AssistantCommand): string {
  return JSON.stringify({ mcpServers: { stockdeck: { command, args } } }, null, 2);
}
