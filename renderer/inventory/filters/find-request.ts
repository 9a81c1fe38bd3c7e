const listeners = new Set<() => void>();

/** Focuses the search box on screen, if there is one. */
export function requestFind(): void {
  for (const listener of listeners) listener();
}

/** Listens for requests to focus the search box. @returns what ends that. */
export function onFindRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
