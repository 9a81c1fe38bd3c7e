import { useEffect } from "react";
import { useHost } from "../host/host-context.ts";

/** Reports the window's focus to the core, which refreshes more often while the window has it. */
export function useFocusReport(): void {
  const host = useHost();
  useEffect(() => {
    let last: boolean | null = null;
    const report = (): void => {
      const focused = document.visibilityState === "visible" && document.hasFocus();
      if (focused === last) return;
      last = focused;
      void host.reportFocus({ focused });
    };
    report();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("focus", report, { signal });
    window.addEventListener("blur", report, { signal });
    document.addEventListener("visibilitychange", report, { signal });
    return () => listening.abort();
  }, [host]);
}
