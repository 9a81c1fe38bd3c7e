import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { EventPayload } from "../../shared/contract.ts";
import { useHost } from "./app-context.tsx";
import { requestFind } from "./find-request.ts";
import { commandOfKey } from "./shortcuts.ts";
import { isTyping } from "./typing.ts";

/** Carries out the commands of the menu, and the same ones by their keys. */
export function useCommands(): void {
  const host = useHost();
  const navigate = useNavigate();

  useEffect(() => {
    const carryOut = (name: EventPayload<"command">["name"]): void => {
      if (name === "refresh") void host.syncNow({ full: false });
      else if (name === "find") requestFind();
      else void navigate({ to: `/${name}` });
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = commandOfKey(event, isTyping(event.target));
      if (!command) return;
      event.preventDefault();
      carryOut(command);
    };
    window.addEventListener("keydown", onKeyDown);
    const stopListening = host.onCommand(({ name }) => carryOut(name));
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      stopListening();
    };
  }, [host, navigate]);
}
