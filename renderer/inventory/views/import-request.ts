const listeners = new Set<(text: string) => void>();

/** Asks for the dialog that imports a view, with a link that it may already have; it may be empty. */
export function requestImport(text = ""): void {
  for (const listener of listeners) listener(text);
}

/** Called where the dialog is; answers the removal. */
export function onImportRequest(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
