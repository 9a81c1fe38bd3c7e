import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { ASSISTANT_CALLS, AssistantCommand } from "../../../shared/features/assistants/assistants.ts";

interface AssistantHandlerParts {
  readonly options: { readonly assistantCommand?: AssistantCommand };
}

/** The handler for Settings → Assistants. */
export function assistantHandlers({ options }: AssistantHandlerParts) {
  return { getAssistantCommand: () => options.assistantCommand ?? null } satisfies HandlersOf<
    typeof ASSISTANT_CALLS
  >;
}
