import type { z } from "zod";
import { QUERY_FIELDS, type FieldKind } from "../../shared/inventory/fields.ts";
import { OPERATORS, VALUE_SHAPES, type Operator } from "../../shared/query/query.ts";
import { TEXTS } from "./hostile.ts";
import type { Random } from "./random.ts";

/** The parts of a schema that are read. Schemas of the contract have these parts. */
interface Parts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const FIELDS = Object.values(QUERY_FIELDS).flat();
const VALUES: Readonly<Record<FieldKind, readonly (string | number)[]>> = {
  text: ["roll", "ä", '"', "%", "\0", "\ud800", ...TEXTS],
  number: [0, 12.5, -1, 1e308, 5e-324],
  date: [
    "2026-01-01T00:00:00Z",
    "2026-01-01",
    "9999-12-31",
    "+275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
  ],
  enum: ["available", "checked_out", "eaten", ""],
  reference: ["", "u-1", "__proto__"],
};
const DURATIONS = ["P7D", "PT0S", "P9999999999999999999Y", "P99999999M", "PT1.5S"];
/** One text for each format of the contract. */
const FORMS =
  `items|name|weight|a|A view|#/items|/items|/record/items/a|none|12:30|2026-01-01T00:00:00Z|2026-01-01|P7D
|aWQsbmFtZQp1LTEsQW5uYQo=|sum:weight:desc|http://127.0.0.1:1`
    .replace("\n", "")
    .split("|");
const NUMBERS = [1, 0, 2, 7, 30, 10, 100, 0.5, -1, 250, 500, 1_000, 86_400];

/** Makes values that a schema mostly accepts; refinements across fields may still refuse a value. */
export class FromSchema {
  readonly #random: Random;
  /** Ids that the core has returned, so that calls reach existing records. */
  readonly #ids: string[] = [];
  /** The connection that most inputs address. */
  connectionId = "none";

  constructor(random: Random) {
    this.#random = random;
  }

  /** Collects the ids in an answer. */
  learn(answer: unknown): void {
    const found =
      JSON.stringify(answer)
        ?.slice(0, 20_000)
        .matchAll(/"(?:id|folder)":"([^"\\]{1,80})"/g) ?? [];
    for (const [, id] of [...found].slice(0, 5)) {
      if (id !== undefined && !this.#ids.includes(id)) this.#ids.push(id);
      if (this.#ids.length > 300) this.#ids.shift();
    }
  }

  value(schema: z.ZodType, depth = 0): unknown {
    const parts = schema.def as unknown as Parts;
    const random = this.#random;
    const inner = (next: z.ZodType | undefined): unknown => (next ? this.value(next, depth + 1) : undefined);
    switch (parts.type) {
      case "object":
        return this.#object(parts.shape ?? {}, depth);
      case "array":
        return this.#list(schema, parts.element, depth);
      case "record":
        return Object.fromEntries(
          Array.from({ length: random.below(4) }, () => [
            String(inner(parts.keyType)),
            inner(parts.valueType),
          ]),
        );
      case "union":
        // If unions nest, their first option is the one without parts.
        return inner(depth > 9 ? parts.options?.[0] : random.pick(parts.options ?? []));
      case "optional":
      case "default":
        return random.chance(0.5) ? undefined : inner(parts.innerType);
      case "nullable":
        return random.chance(0.4) ? null : inner(parts.innerType);
      case "readonly":
        return inner(parts.innerType);
      case "lazy":
        return inner(parts.getter?.());
      case "pipe":
        return inner(parts.out);
      case "enum":
        return random.pick(Object.values(parts.entries ?? {}));
      case "literal":
        return random.pick(parts.values ?? []);
      case "boolean":
        return random.chance(0.5);
      case "number":
        return this.#fitting(schema, NUMBERS);
      case "string":
        return this.#fitting(schema, [...this.#ids, ...FORMS, ...TEXTS]);
      case "null":
        return null;
      default:
        return undefined;
    }
  }

  #object(shape: Readonly<Record<string, z.ZodType>>, depth: number): unknown {
    if ("op" in shape && "value" in shape && this.#random.chance(0.9)) return this.#condition();
    const entries = Object.entries(shape).map(([name, schema]) => [name, this.#member(name, schema, depth)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown;
  }

  #member(name: string, schema: z.ZodType, depth: number): unknown {
    if (name === "connectionId" && this.#random.chance(0.9)) return this.connectionId;
    if (name === "field" && this.#random.chance(0.9)) return this.#random.pick(FIELDS).name;
    return this.value(schema, depth + 1);
  }

  /** A condition with an operator for its field, and any value. */
  #condition(): unknown {
    const random = this.#random;
    const { name, kind } = random.pick(FIELDS);
    const op: Operator = random.pick(OPERATORS[kind]);
    const one = (): string | number => random.pick(VALUES[kind]);
    const values = {
      none: undefined,
      one: one(),
      pair: [one(), one()],
      list: Array.from({ length: random.below(4) }, one),
      duration: random.pick(DURATIONS),
      share: { field: "startingLength", share: random.pick([0.1, 1, 5e-324]) },
    };
    const value = values[VALUE_SHAPES[op]];
    return { field: name, op, ...(value !== undefined && { value }) };
  }

  #list(schema: z.ZodType, element: z.ZodType | undefined, depth: number): unknown {
    const length = this.#random.below(depth > 8 ? 2 : 4);
    const list = Array.from({ length }, () => element && this.value(element, depth + 1));
    return list.length > 0 || schema.safeParse([]).success
      ? list
      : [element && this.value(element, depth + 1)];
  }

  /** A random value of a list that the schema accepts; otherwise the first accepted one. */
  #fitting(schema: z.ZodType, list: readonly (string | number)[]): unknown {
    for (let tries = 0; tries < 5; tries += 1) {
      const candidate = this.#random.pick(list);
      if (schema.safeParse(candidate).success) return candidate;
    }
    return list.find((candidate) => schema.safeParse(candidate).success) ?? list[0];
  }
}
