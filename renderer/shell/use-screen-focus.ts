import { useRouter } from "@tanstack/react-router";
import { useEffect, type RefObject } from "react";

/** Moves a focus that was lost with the previous screen to the new one's title, to be read out, or to the screen. */
export function useScreenFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const { activeElement } = document;
        const isFree = activeElement === document.body || activeElement === main.current;
        // A page that was just opened starts at its top.
        if (!fromLocation || !pathChanged || !isFree) return;
        (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus();
      }),
    [router, main],
  );
}
