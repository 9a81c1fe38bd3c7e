import { describe, expect, it } from "vitest";
import { oneOf, readOptions, required, wholeNumber } from "../../../../../electron/hosts/cli/arguments.ts";
import { exitCodeOf, UsageError } from "../../../../../electron/hosts/cli/exit-code.ts";
import { ERROR_KINDS } from "../../../../../shared/base/error-kinds.ts";

const SPEC = { full: "flag", "data-dir": "text", fault: "texts" } as const;

describe("the option parser", () => {
  it("the option parser reads each option by its type and adds defaults", () => {
    expect(readOptions([], SPEC)).toEqual({ full: false, "data-dir": undefined, fault: [] });
    expect(readOptions(["--full", "--data-dir=x y", "--fault", "a=1", "--fault", "b=2"], SPEC)).toEqual({
      full: true,
      "data-dir": "x y",
      fault: ["a=1", "b=2"],
    });
  });

  it.each([
    [["--colour"], /--colour/],
    [["stray"], /stray/],
    [["--data-dir"], /--data-dir/],
    [["--full=yes"], /--full/],
    [["-x"], /-x/],
    // The platform's own message for this error has three lines.
    [["--data-dir", "-1"], /--data-dir/],
  ])("the option parser refuses %j in one line with the valid options", (args, message) => {
    const read = (): unknown => readOptions(args, SPEC);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).toThrow(/^[^\n]*--full, --data-dir, --fault[^\n]*$/);
  });

  it("a required option is reported as missing if absent or empty", () => {
    expect(() => required(undefined, "out")).toThrow("--out is missing");
    expect(() => required("", "out")).toThrow("--out is missing");
    expect(required("a", "out")).toBe("a");
  });
});

describe("options with whole numbers", () => {
  it("a whole-number option accepts its bounds and has a default", () => {
    expect([
      wholeNumber("1", "n", 1, 250, 9),
      wholeNumber("250", "n", 1, 250, 9),
      wholeNumber(undefined, "n", 1, 250, 9),
    ]).toEqual([1, 250, 9]);
  });

  it.each(["0", "251", "-1", "1.5", "1e2", "0x10", "", " 5", "five", "9999999999999"])(
    "a whole-number option from 1 to 250 refuses %j",
    (text) => {
      expect(() => wholeNumber(text, "page-size", 1, 250, 9)).toThrow(
        /--page-size takes a whole number from 1 to 250/,
      );
    },
  );
});

it("an option with a fixed list of words refuses a word outside the list", () => {
  expect(oneOf("csv", "format", ["csv", "ndjson"])).toBe("csv");
  expect(() => oneOf("xls", "format", ["csv", "ndjson"])).toThrow('--format takes csv or ndjson, not "xls"');
});

it("every kind of error has a documented non-zero exit code", () => {
  const codes = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, exitCodeOf({ kind, message: "" })]));
  expect(codes).toEqual({
    invalid_input: 2,
    policy: 2,
    unauthorized: 3,
    no_key: 3,
    forbidden: 4,
    rate_limited: 5,
    network: 6,
    server: 6,
    store: 7,
    keychain: 7,
    internal: 7,
    other_company: 7,
    mass_removal: 7,
    not_observed: 7,
    protocol: 8,
    bad_request: 8,
    not_found: 8,
    not_addressable: 8,
    update_refused: 8,
    cancelled: 130,
  });
});
