import { useRouter } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";

/**
 * Where the focus was on something that went with its screen, it goes to the new one: to its title where that takes
 * it, so that it is seen and read out, else to the screen itself. Without it the keys would begin again at the top.
 */
export function useScreenFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const { activeElement } = document;
        const isFree = activeElement === document.body || activeElement === main.current;
        // The page that was just opened begins at its top.
        if (!fromLocation || !pathChanged || !isFree) return;
        (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus();
      }),
    [router, main],
  );
}
