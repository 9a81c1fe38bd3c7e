/** What any part of the page can request. */
type Wanted = "palette" | "shortcuts";

const listeners = new Set<(wanted: Wanted) => void>();
const request = (wanted: Wanted): void => listeners.forEach((listener) => listener(wanted));

/** Opens the command palette, or closes it where it is open. */
export const requestPalette = (): void => request("palette");
/** Opens or closes the list of shortcuts. */
export const requestShortcuts = (): void => request("shortcuts");

/** Subscribes the host of both; returns the unsubscription. */
export function onPaletteRequest(listener: (wanted: Wanted) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
