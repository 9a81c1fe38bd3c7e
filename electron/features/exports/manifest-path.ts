/** Where the manifest of a file is. */
export function manifestPath(file: string): string {
  return `${file}.manifest.json`;
}
