import { describe, expect, it } from "vitest";
import { CursorCodec } from "../../../../electron/api-server/cursor.ts";

interface CursorContent {
  readonly position: string;
  readonly hops: number;
  readonly issuedAt: number;
}

const content: CursorContent = { position: "itm_1", hops: 1, issuedAt: 1_000 };
const clock = { now: 2_000, ttlMs: 60_000 };

describe("CursorCodec", () => {
  const codec = new CursorCodec<CursorContent>();
  const sealed = codec.seal("a listing", content);

  it("the cursor codec reads its own cursors and encodes equal content as equal cursors", () => {
    expect(codec.open("a listing", sealed, clock)).toMatchObject(content);
    expect(codec.seal("a listing", content)).toBe(sealed);
    expect(sealed).toMatch(/^[\w-]+$/);
  });

  it("the cursor codec refuses a cursor with any changed character", () => {
    for (let place = 0; place < sealed.length; place++) {
      const other = sealed[place] === "A" ? "B" : "A";
      const tampered = sealed.slice(0, place) + other + sealed.slice(place + 1);
      expect(() => codec.open("a listing", tampered, clock), `at ${place}`).toThrow("not valid");
    }
  });

  it.each(["", "x", "%%%", "A".repeat(500)])("the cursor codec refuses %j", (text) => {
    expect(() => codec.open("a listing", text, clock)).toThrow("not valid");
    expect(() => codec.open("a listing", `${sealed}=`, clock)).toThrow("not valid");
  });

  it("the cursor codec refuses expired cursors and cursors of other services or listings", () => {
    expect(() => new CursorCodec<CursorContent>().open("a listing", sealed, clock)).toThrow("not valid");
    expect(() => codec.open("another listing", sealed, clock)).toThrow("other filters");
    expect(() => codec.open("a listing", sealed, { now: 61_001, ttlMs: 60_000 })).toThrow("expired");
    expect(codec.open("a listing", sealed, { now: 61_000, ttlMs: 60_000 }).hops).toBe(1);
  });

  it("the cursor codec refuses a cursor with status 400", () => {
    expect(() => codec.open("a listing", "x", clock)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
