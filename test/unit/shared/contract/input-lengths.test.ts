import { expect, it } from "vitest";
import { z } from "zod";
import { CALLS } from "../../../../shared/contract/contract.ts";

/** The parts of a schema's description that the walk uses. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

/** A length far above any id, name or text of a user. */
const HUGE = 13_000_000;
/** Inputs that code checks instead of a schema: the text and the size of a view's definition (views.ts). */
const CHECKED_ELSEWHERE = /\.definition$/;

/** Finds the paths in an input that accept texts or lists of any length. */
function unboundedPlaces(schema: z.ZodType, place: string, depth = 0): readonly string[] {
  const definition = schema.def as unknown as Definition;
  const { type, shape, options, items, element, innerType, keyType, valueType, getter } = definition;
  if (depth > 14) return [];
  const inner = (part: z.ZodType | undefined, name: string): readonly string[] =>
    part ? unboundedPlaces(part, name, depth + 1) : [];
  // JSON Schema names the bounds of both kinds.
  const isSized = type === "string" || type === "array";
  const bounds: { readonly maxLength?: number | undefined; readonly maxItems?: number | undefined } = isSized
    ? z.toJSONSchema(schema, { unrepresentable: "any" })
    : {};
  const hasMaximum = bounds.maxLength !== undefined || bounds.maxItems !== undefined;
  switch (type) {
    case "string":
      // A pattern or a format can also limit the length.
      return hasMaximum || !schema.safeParse("a".repeat(HUGE)).success ? [] : [place];
    case "array":
      return [...(hasMaximum ? [] : [`${place}[] in number`]), ...inner(element, `${place}[]`)];
    case "record":
      return [...inner(keyType, `${place}{}`), ...inner(valueType, `${place}{}`)];
    case "unknown":
    case "any":
    case "custom":
      return CHECKED_ELSEWHERE.test(place) ? [] : [`${place} of any kind`];
    default:
      return [
        ...Object.entries(shape ?? {}).flatMap(([name, part]) => inner(part, `${place}.${name}`)),
        ...[...(options ?? []), ...(items ?? [])].flatMap((part) => inner(part, place)),
        ...inner(innerType, place),
        ...inner(definition.in, place),
        // A filter contains filters, so two levels cover all inputs.
        ...(type === "lazy" && depth < 8 ? inner(getter?.(), place) : []),
      ];
  }
}

it("the schema check finds texts, lists and untyped values without a length limit", () => {
  const open = z.strictObject({ a: z.string(), b: z.array(z.string().max(3)), c: z.unknown().optional() });
  expect(unboundedPlaces(open, "x")).toEqual(["x.a", "x.b[] in number", "x.c of any kind"]);
});

it.each(Object.entries(CALLS))(
  "the input of %s limits the length of every text and list",
  (name, { input }) => {
    expect([...new Set(unboundedPlaces(input, name))]).toEqual([]);
  },
);
