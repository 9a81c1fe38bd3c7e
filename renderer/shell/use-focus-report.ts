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
    window.addEventListener("focus", report);
    window.addEventListener("blur", report);
    document.addEventListener("visibilitychange", report);
    return () => {
      window.removeEventListener("focus", report);
      window.removeEventListener("blur", report);
      document.removeEventListener("visibilitychange", report);
    };
  }, [host]);
}
