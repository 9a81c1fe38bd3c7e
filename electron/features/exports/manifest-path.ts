/** The path of a file's manifest. */
export function manifestPath(file: string): string {
  return `${file}.manifest.json`;
}
