import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/**
 * Closes what is open over a screen as soon as the address names something else: "back", a link, a command of the menu. What
 * only rewrites the address of the same screen, such as a search that is typed, closes nothing.
 */
export function useCloseOnNavigation(isOpen: boolean, onClose: () => void): void {
  const history = useRouter({ warn: false })?.history;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !history) return undefined;
    const { href, pathname } = history.location;
    return history.subscribe(({ location, action }) => {
      if (location.pathname !== pathname || (action.type !== "REPLACE" && location.href !== href)) close();
    });
  }, [isOpen, history]);
}
