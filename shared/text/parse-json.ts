/** What a JSON text of unknown origin says; null where it is none, or there is none. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
