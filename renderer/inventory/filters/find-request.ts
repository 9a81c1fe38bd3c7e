const listeners = new Set<() => void>();

/** Asks whichever search box is on screen to take the focus. */
export function requestFind(): void {
  for (const listener of listeners) listener();
}

/** Called where the search box should take the focus; answers the removal. */
export function onFindRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
