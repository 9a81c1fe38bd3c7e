import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listEnds } from "../../../../electron/client/list-ends.ts";
import { joinPieces, type BytePieces } from "../../../../electron/base/byte-pieces.ts";
import { parseRecords } from "../../../../electron/store/ingest/page-records.ts";

/** The text in UTF-8, cut at these places, each piece all of its buffer. */
function pieces(text: string, cuts: readonly number[] = []): BytePieces {
  const bytes = new TextEncoder().encode(text);
  const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.slice(places[index], end));
}

/** What is found, parsed as the client and the store do; null where nothing is. */
function read(text: string, cuts?: readonly number[]): { data: unknown; meta: unknown } | null {
  const parts = listEnds(pieces(text, cuts));
  if (!parts) return null;
  const meta: unknown = JSON.parse(new TextDecoder().decode(parts.meta));
  return { data: parseRecords(parts.records, null), meta };
}

describe("listEnds", () => {
  const layouts = fc.constantFrom(undefined, 1, "\t", "\r\n ");
  // Not in the first word: what comes in such small pieces is left to who reads from the beginning.
  const cuts = fc.array(fc.integer({ min: 20, max: 400 }), { maxLength: 4 });

  it("finds both parts of a list as the service writes it, however it is laid out and wherever it was cut", () => {
    const list = fc.record({
      data: fc.array(fc.jsonValue()),
      meta: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    fc.assert(
      fc.property(list, layouts, cuts, (body, space, at) => {
        const text = JSON.stringify(body, null, space);
        const found = read(text, at);
        // A `meta` that has the word in it is left to who reads from the beginning.
        if (JSON.stringify(body.meta).includes('"meta"')) expect(found).toBeNull();
        else expect(found).toEqual(JSON.parse(text));
      }),
    );
  });

  it("never says anything else than JSON.parse, whatever members there are", () => {
    const name = fc.constantFrom("data", "meta", "links", "\\", '"meta"', "x");
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.dictionary(name, fc.jsonValue())));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 5 }), layouts, cuts, (members, space, at) => {
        // By hand, so that a name can come twice.
        const gap = space === undefined ? "" : " ";
        const text = `{${members.map(([key, given]) => `${JSON.stringify(key)}:${gap}${JSON.stringify(given, null, space)}`).join(`,${gap}`)}}`;
        const { data, meta } = JSON.parse(text) as { data?: unknown; meta?: unknown };
        // A second `data` may be no list: the answer is refused then.
        if (listEnds(pieces(text, at)) && !Array.isArray(data))
          expect(() => read(text, at)).toThrow("not whole");
        else expect([null, { data, meta }]).toContainEqual(read(text, at));
      }),
      { numRuns: 1_000 },
    );
  });

  it("finds them beside other members, of which the last of a name counts", () => {
    expect(read('{"data":[1],"links":["a"],"meta":{"a":1}}')).toEqual({ data: [1], meta: { a: 1 } });
    expect(read('{"data":[1],"meta":[],"data":[2],"meta":{}}')).toEqual({ data: [2], meta: {} });
    expect(read('\ufeff { "data" : [ ] ,\n"meta" : {} } \n')).toEqual({ data: [], meta: {} });
  });

  it.each([
    '{"meta":{},"data":[]}',
    '{"data":[],"meta":{},"more":1}',
    '{"data":{},"meta":{}}',
    '{"data":[],"more":1,"meta":{}}',
    '{"data":["\\"meta\\":{}}"]}',
    '{"data":["meta"]}',
    '[{"data":[],"meta":{}}]',
    '{"data":[]}',
    "",
    "<html></html>",
  ])("leaves %j to who reads from the beginning", (text) => {
    expect(listEnds(pieces(text))).toBeNull();
  });

  it("takes nothing that was cut off for whole", () => {
    const text = JSON.stringify({
      data: [{ name: "a", list: [1], meta: { hasMore: true } }],
      meta: { a: 1 },
    });
    const taken = Array.from(text, (_, length) => text.slice(0, length)).filter((cut) => {
      try {
        return read(cut) !== null;
      } catch {
        return false;
      }
    });
    expect(taken).toEqual([]);
  });

  it("reads a long list in pieces without copying them together", () => {
    const text = JSON.stringify({
      data: Array.from({ length: 5_000 }, () => ({ name: "Käfig" })),
      meta: { hasMore: false },
    });
    const given = pieces(text, [20_000, 40_000, 60_000]);
    const parts = listEnds(given);
    expect(parts?.records.map(({ buffer }) => buffer)).toEqual(given.map(({ buffer }) => buffer));
    expect(JSON.parse(new TextDecoder().decode(joinPieces(parts?.records ?? [])))).toHaveLength(5_000);
  });
});
