import { describe, expect, it } from "vitest";
import { checkOptions } from "../../../../electron/sample-service/index.ts";

describe("checkOptions", () => {
  it("checkOptions fills in the defaults", () => {
    expect(checkOptions({})).toMatchObject({ port: 0, items: 5000, seed: 1, eventsPerMinute: 0 });
  });

  it.each([
    ["port", 70_000],
    ["items", -1],
    ["items", 1.5],
    ["seed", -1],
    ["key", ""],
    ["key", "two words"],
    ["eventsPerMinute", -1],
  ])("checkOptions refuses %s = %j and gives the name of the option", (name, value) => {
    expect(() => checkOptions({ [name]: value })).toThrow(new RegExp(`^sample service option ${name}: `));
  });
});
