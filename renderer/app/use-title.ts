import { useLayoutEffect } from "react";
import { useLive } from "./app-context.tsx";

/** Puts the profile's name into the document's title, which is the window's too. */
export function useTitle(): void {
  const name = useLive((live) => live.connection?.name ?? null);
  useLayoutEffect(() => {
    document.title = name === null ? "Stockdeck" : `${name} – Stockdeck`;
  }, [name]);
}
