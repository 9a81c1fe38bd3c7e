import { useEffect, useState } from "react";
import { deferredPart } from "../../base/lazy-part.tsx";
import { paletteRequests } from "./palette-requests.ts";

const Palette = deferredPart(() => import("./palette.tsx"), "Palette");
const ShortcutSheet = deferredPart(() => import("./shortcut-sheet.tsx"), "ShortcutSheet");

/** Shows the palette or the list of shortcuts on request. */
export function PaletteHost() {
  const [shown, setShown] = useState<"palette" | "shortcuts" | null>(null);
  useEffect(
    () => paletteRequests.subscribe((wanted) => setShown((now) => (now === wanted ? null : wanted))),
    [],
  );
  const close = (): void => setShown(null);
  if (shown === "palette") return <Palette onClose={close} />;
  return shown === "shortcuts" ? <ShortcutSheet onClose={close} /> : null;
}
