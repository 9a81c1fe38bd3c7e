import fc from "fast-check";
import { unsafePart } from "../../shared/base/text/json.ts";
import type { Random } from "./random.ts";

/** Texts that often cause errors in parsers, paths, dates, spreadsheets and JavaScript's own objects. */
export const TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfff",
  "\u202egnp.exe",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "/etc/passwd",
  "C:\\Windows\\System32",
  "'; DROP TABLE items; --",
  "%_\\",
  "=cmd|' /C calc'!A0",
  "P7D",
  "P99999999999999999999D",
  "P9999999999999999M",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "2026-02-30T25:61:61Z",
  "0000-01-01T00:00:00Z",
  "00000000-0000-4000-8000-000000000000",
  "http://127.0.0.1:1",
  "http://[::1]:1/..//%00",
  "https://user:word@127.0.0.1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "stockdeck://view?d=%7B%7D",
  "1e999",
  "-0",
  "0x10",
  "1,5",
  "1.500,00",
  "٣",
  "NaN",
  "null",
  "{}",
  "e\u0301".repeat(200),
  "é".repeat(501),
  "(".repeat(300),
  '"'.repeat(99),
];

const NUMBERS = [0, -0, -1, 1, 0.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 8.64e15, 8.64e15 + 1];
const SCALARS: readonly unknown[] = [undefined, null, true, false, NaN, Infinity, -Infinity, 10n ** 40n];

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = { field: "name", op: "is", value: "x" };
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

/** An object with an own property of that name, as `JSON.parse` makes it. */
const owning = (name: string): unknown => JSON.parse(`{"${name}":{"polluted":true,"isAdmin":true}}`);

const SHAPES: readonly ((random: Random) => unknown)[] = [
  (random) => nested(random.pick([20, 60, 65, 1_000, 20_000]), (inner) => [inner]),
  (random) => nested(random.pick([19, 21, 62, 5_000]), (inner) => ({ not: inner })),
  (random) => nested(random.pick([19, 21, 62, 5_000]), (inner) => ({ all: [inner] })),
  () => nested(10, (inner) => ({ any: [inner, inner] })),
  () => {
    const circle: Record<string, unknown> = { field: "name" };
    circle["all"] = [circle, { not: circle }];
    return circle;
  },
  (random) => owning(random.pick(["__proto__", "constructor", "prototype", "toJSON", "then", "length"])),
  (random) => Object.create(null, { id: { value: random.pick(TEXTS), enumerable: true } }) as unknown,
  (random) => new Date(random.pick([NaN, 0, 8.64e15])),
  () => new Map<unknown, unknown>([["connectionId", { a: 1 }]]),
  () => new Set([1, [2], "x"]),
  () => /(a+)+$/u,
  () => new Error("hostile", { cause: new Error("cause") }),
  (random) =>
    random.pick([new Uint8Array(64), new Float64Array(3), new BigInt64Array(2), new ArrayBuffer(8)]),
  (random) => Object(random.pick(["boxed", 7, true])) as unknown,
  () => Array.from({ 5: "x", length: 9 }),
  // A list with holes, which is long but has no elements.
  (random) => Array(random.pick([3, 1_000, 100_000])) as unknown,
  (random) => Array.from({ length: random.below(3_000) }, (_, at) => at),
  (random) => Object.fromEntries(Array.from({ length: random.below(3_000) }, (_, at) => [`k${at}`, at])),
];

/** Values that are too costly for every input; each has millions of characters or parts. */
const GIANTS: readonly (() => unknown)[] = [
  () => "x".repeat(5_000_000),
  () => "\ud800".repeat(1_000_000),
  () => Array.from({ length: 300_000 }, (_, at) => ({ at })),
  () => new Uint8Array(30_000_000),
  () => Array(30_000_000),
  // Each level refers to the next one twice. A careless copy would have 2 to the power of 60 parts.
  () => nested(60, (inner) => ({ any: [inner, inner] })),
];
const GIANT_SHARE = 1 / 4_000;

/** Random values of every JavaScript type, and values that are known to cause trouble. */
export class Hostile {
  readonly #random: Random;
  readonly #anything: readonly unknown[];

  constructor(random: Random, seed: number) {
    this.#random = random;
    const anything = fc.anything({
      key: fc.oneof(
        fc.string(),
        fc.constantFrom("connectionId", "id", "query", "filter", "version", "resource"),
      ),
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    this.#anything = fc.sample(anything, { seed, numRuns: 3_000 });
  }

  text(): string {
    const random = this.#random;
    if (random.chance(0.7)) return random.pick(TEXTS);
    return random.bytes(40).toString(random.pick(["latin1", "utf8", "utf16le", "base64"]));
  }

  /** A value that no contract describes. */
  value(): unknown {
    const random = this.#random;
    if (random.chance(GIANT_SHARE)) return random.pick(GIANTS)();
    const kind = random.below(10);
    if (kind < 2) return this.text();
    if (kind < 3) return random.pick(NUMBERS);
    if (kind < 4) return random.pick(SCALARS);
    return kind < 7 ? random.pick(this.#anything) : random.pick(SHAPES)(random);
  }

  /** Copies a plain value with one to three edits. An edit removes, replaces, adds or repeats a part. */
  mutate(value: unknown): unknown {
    let changed = value;
    for (let edits = 1 + this.#random.below(3); edits > 0; edits -= 1) changed = this.#edit(changed, 0);
    return changed;
  }

  #edit(value: unknown, depth: number): unknown {
    const random = this.#random;
    const inside =
      typeof value === "object" && value !== null && depth < 12 && unsafePart(value, EDITABLE) === null;
    if (!inside || random.chance(0.12)) return this.#replace(value);
    const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    const names = Object.keys(copy);
    const name = names.length === 0 ? "0" : random.pick(names);
    const deed = random.below(10);
    if (deed === 0) Reflect.deleteProperty(copy, name);
    else if (deed === 1)
      Object.defineProperty(copy, this.text(), { value: this.value(), enumerable: true, configurable: true });
    else if (deed === 2 && Array.isArray(copy)) copy.push(...Array<unknown>(random.below(300)).fill(copy[0]));
    else copy[name] = this.#edit(copy[name], depth + 1);
    return copy;
  }

  #replace(value: unknown): unknown {
    const random = this.#random;
    if (typeof value === "string" && random.chance(0.7)) return this.mutateText(value);
    if (typeof value === "number" && random.chance(0.7))
      return random.pick([value + 1, -value, value * 1_000, value / 3, ...NUMBERS]);
    return random.chance(0.3) ? [value, value] : this.value();
  }

  /** Mutates a text by one to four edits: pieces are cut, doubled, exchanged or inserted. */
  mutateText(text: string): string {
    const random = this.#random;
    let changed = text;
    for (let edits = 1 + random.below(4); edits > 0; edits -= 1) {
      const [from, until] = [random.below(changed.length + 1), random.below(changed.length + 1)].toSorted(
        (a, b) => a - b,
      ) as [number, number];
      const piece = random.pick(["", this.text(), changed.slice(from, until).repeat(2)]);
      changed = changed.slice(0, from) + piece + changed.slice(random.chance(0.5) ? from : until);
      if (changed.length > 100_000) changed = changed.slice(0, 100_000);
    }
    return changed;
  }

  /** Mutates bytes by a few random edits. */
  mutateBytes(bytes: Uint8Array): Buffer {
    const random = this.#random;
    let changed = Buffer.from(bytes);
    for (let edits = 1 + random.below(6); edits > 0 && changed.length > 0; edits -= 1) {
      const at = random.below(changed.length);
      const deed = random.below(4);
      if (deed < 2) changed[at] = random.below(256);
      else if (deed === 2)
        changed = Buffer.concat([changed.subarray(0, at), random.bytes(9), changed.subarray(at)]);
      else changed = Buffer.concat([changed.subarray(0, at), changed.subarray(at + random.below(64))]);
    }
    return changed;
  }
}

/** Values whose copies are mutated. */
const EDITABLE = { depth: 5_000, parts: 20_000, forbidden: new Set<string>() };
const WRITABLE = { depth: 5_000, parts: 320_000, forbidden: new Set<string>() };

/** The most characters that a page's message may have. */
const MAX_JSON = 15_000_000;

/**
 * A value as JSON. A value that cannot be written in a bounded time becomes a text that is nested too deep.
 */
export function jsonOf(value: unknown): string {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  if (unsafePart(value, WRITABLE) !== null) return deep;
  try {
    const plain = (_name: string, part: unknown): unknown => (typeof part === "bigint" ? Number(part) : part);
    const text = JSON.stringify(value, plain) ?? "null";
    return text.length > MAX_JSON ? deep : text;
  } catch {
    return deep;
  }
}
