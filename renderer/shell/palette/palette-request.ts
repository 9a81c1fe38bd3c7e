/** What can be asked for from anywhere. */
type Wanted = "palette" | "shortcuts";

const listeners = new Set<(wanted: Wanted) => void>();
const request = (wanted: Wanted): void => listeners.forEach((listener) => listener(wanted));

/** Asks for the command palette; once more, and it goes. */
export const requestPalette = (): void => request("palette");
/** Asks for the list of shortcuts. */
export const requestShortcuts = (): void => request("shortcuts");

/** Called where the two are shown; answers the removal. */
export function onPaletteRequest(listener: (wanted: Wanted) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
