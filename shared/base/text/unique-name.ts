/** Whether two names look the same to a reader. */
export function sameName(one: string, other: string): boolean {
  return visible(one) === visible(other);
}

function visible(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .normalize("NFC")
    .toLocaleLowerCase("en");
}

/**
 * Makes a name that differs from all other names: unchanged, or with a number appended. The name is never longer than
 * allowed.
 */
export function uniqueName(wanted: string, others: readonly string[], longest: number): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? "" : ` (${count})`;
    const room = longest - suffix.length;
    // A long name is never cut inside a character.
    const start = wanted.length > room ? wanted.slice(0, room).replace(/[\ud800-\udbff]$/, "") : wanted;
    const name = start.trimEnd() + suffix;
    if (!others.some((other) => sameName(other, name))) return name;
  }
}
