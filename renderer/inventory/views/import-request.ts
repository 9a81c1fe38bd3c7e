const listeners = new Set<(text: string) => void>();

/** Opens the dialog that imports a view. @param text a link to start with; may be empty. */
export function requestImport(text = ""): void {
  for (const listener of listeners) listener(text);
}

/** Listens for requests to open the dialog. @returns what ends that. */
export function onImportRequest(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
