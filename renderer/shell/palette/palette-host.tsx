import { useEffect, useState } from "react";
import { later } from "../later.tsx";
import { onPaletteRequest } from "./palette-request.ts";

const Palette = later((rest) => rest.Palette);
const ShortcutSheet = later((rest) => rest.ShortcutSheet);

/** Shows the palette or the list of shortcuts when it is asked for. */
export function PaletteHost() {
  const [shown, setShown] = useState<"palette" | "shortcuts" | null>(null);
  useEffect(() => onPaletteRequest((wanted) => setShown((now) => (now === wanted ? null : wanted))), []);
  const close = (): void => setShown(null);
  if (shown === "palette") return <Palette onClose={close} />;
  return shown === "shortcuts" ? <ShortcutSheet onClose={close} /> : null;
}
