import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonMembers } from "../../../../electron/client/json-members.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The members' values, parsed one by one; null where the text is refused. */
function read(text: string): unknown {
  const encoded = bytes(text);
  const members = jsonMembers(encoded);
  if (!members) return null;
  return [...members].map(([name, { begin, end }]) => [
    name,
    JSON.parse(new TextDecoder().decode(encoded.subarray(begin, end))),
  ]);
}

describe("jsonMembers", () => {
  it.each([
    ['{"data":[1,{"meta":[2]}],"meta":{"a":"}"}}', { data: [1, { meta: [2] }], meta: { a: "}" } }],
    [' {\r\n\t"a" : "x, \\" ] }" ,\n "b":null } \n', { a: 'x, " ] }', b: null }],
    ['{"a":"\\\\","b":"\\\\\\"","c":1}', { a: "\\", b: '\\"', c: 1 }],
    ['{"\\u0064ata":1}', { data: 1 }],
    ["{}", {}],
    ["{ }", {}],
    ['\ufeff{"a":1}', { a: 1 }],
  ])("finds the values of %s", (text, members) => {
    expect(read(text)).toEqual(Object.entries(members));
  });

  it("takes the last of two members with one name, and a member called __proto__ for a member", () => {
    expect(read('{"a":1,"a":2}')).toEqual([["a", 2]]);
    expect(read('{"__proto__":{"data":[]}}')).toEqual([["__proto__", { data: [] }]]);
  });

  it.each([
    "",
    "[]",
    "null",
    '"{}"',
    "<html></html>",
    "{",
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":"1}',
    '{"a":"\\',
    '{"a":[1}',
    '{"a":1,}',
    '{"a" 1}',
    "{a:1}",
    '{"a\n":1}',
    '{"a":1} {}',
    '{"a":1}x',
  ])("refuses %j", (text) => {
    expect(jsonMembers(bytes(text))).toBeNull();
  });

  it("agrees with JSON.parse on any object, however it is laid out", () => {
    const layouts = fc.constantFrom("", " ", "\t", "\r\n  ");
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), layouts, (object, space) => {
        const text = space + JSON.stringify(object, null, space) + space;
        expect(read(text)).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });

  it("refuses whatever was cut off", () => {
    const text = JSON.stringify({ data: [{ name: 'a"\\', list: [1, [2]] }], meta: { hasMore: false } });
    for (let length = 0; length < text.length; length += 1) expect(read(text.slice(0, length))).toBeNull();
  });
});
