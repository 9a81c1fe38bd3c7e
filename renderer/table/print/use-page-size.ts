import { useLayoutEffect } from "react";
import type { Paper } from "./paper.ts";

/** Sets the printer's paper while the caller is on screen. @param margin in millimetres. */
export function usePageSize({ name, orientation }: Paper, margin: number): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${name} ${orientation}; margin: ${margin}mm }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [name, orientation, margin]);
}
