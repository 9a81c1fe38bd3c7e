/** A version as releases have it: `1.2.3`, or `1.2.3-beta.4` before that. */
export const VERSION =
  /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/**
 * Whether a version is newer than another one, by the order of https://semver.org (11).
 * @throws Error if one of them is no version.
 */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  for (const at of [0, 1, 2] as const)
    if (one.numbers[at] !== other.numbers[at]) return one.numbers[at] > other.numbers[at];
  // A pre-release is older than its release.
  if (one.before.length === 0 || other.before.length === 0)
    return one.before.length === 0 && other.before.length > 0;
  for (const [at, part] of one.before.entries()) {
    const against = other.before[at];
    if (against === undefined) return true;
    if (part !== against) return isLater(part, against);
  }
  return false;
}

/** Numbers come before words, ordered by value. */
function isLater(part: string, than: string): boolean {
  const [isNumber, isOtherNumber] = [part, than].map((text) => /^\d+$/.test(text));
  if (isNumber && isOtherNumber) return Number(part) > Number(than);
  if (isNumber || isOtherNumber) return !isNumber;
  return part > than;
}

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly before: readonly string[];
}

function parse(version: string): Version {
  const [, major, minor, patch, before] = VERSION.exec(version) ?? [];
  if (major === undefined) throw new Error("not a version");
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    before: before === undefined ? [] : before.split("."),
  };
}
