import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberReader, splitNumberList } from "../../../../../shared/base/text/read-number.ts";

const LOCALES = [
  "en",
  "de",
  "fr",
  "de-CH",
  "en-IN",
  "hi",
  "ar-EG",
  "fa",
  "es",
  "pl",
  "sv",
  "pt-PT",
  "ja",
  "bn",
  "mr",
  "he",
  "my",
  "ff-Adlm",
];
const read = (locale: string, text: string) => numberReader(locale).read(text).value;

describe("the number reader", () => {
  it.each([
    ["en", "1,234", 1234],
    ["en", "1234.5", 1234.5],
    ["en", "1,234,567.25", 1234567.25],
    ["en", "-5", -5],
    ["en", "−1,234.5", -1234.5],
    ["en", " 12 ", 12],
    ["en", "0", 0],
    ["en", "0.50", 0.5],
    ["en", "12.600000000000001", 12.600000000000001],
    ["en", "-0012.6000000000000010", -12.600000000000001],
    ["en", "0.30000000000000004", 0.1 + 0.2],
    ["en", "0.3333333333333333", 1 / 3],
    ["en", "123456789012345670000000", 123456789012345670000000],
    ["de", "12,600000000000001", 12.600000000000001],
    ["de", "1.234", 1234],
    ["de", "1.234,5", 1234.5],
    ["de", "1234,5", 1234.5],
    ["fr", "1 234,5", 1234.5],
    ["fr", "1\u202f234,5", 1234.5],
    ["fr", "1\u00a0234\u00a0567,5", 1234567.5],
    ["de-CH", "1’234.5", 1234.5],
    ["de-CH", "1'234'567.5", 1234567.5],
    ["en-IN", "12,34,567.5", 1234567.5],
    ["hi", "12,34,567", 1234567],
    ["ar-EG", "١٬٢٣٤٫٥", 1234.5],
    ["ar-EG", "1,234.5", 1234.5],
    ["ar-EG", "1234", 1234],
    ["fa", "‎−۱٬۲۳۴٫۵", -1234.5],
    ["es", "1.234,5", 1234.5],
    ["es", "12.345,5", 12345.5],
    ["sv", "−1 234,5", -1234.5],
    ["bn", "১২,৩৪,৫৬৭.৫", 1234567.5],
  ])("the number reader in %s reads %s as %d", (locale, text, value) =>
    expect(read(locale, text)).toBe(value),
  );

  it.each([
    ["en", "1e3"],
    ["en", "1E3"],
    ["en", "1,23"],
    ["en", "1,2345"],
    ["en", "12,34,567"],
    ["en", "1234,567"],
    ["en", "0,123"],
    ["en", "1.2.3"],
    ["en", "1,234,"],
    ["en", ",123"],
    ["en", "1,,234"],
    ["en", "1.234,5"],
    ["en", "1 234"],
    ["en", "1’234"],
    ["en", "1_000"],
    ["en", "0x10"],
    ["en", "0b1"],
    ["en", "12abc"],
    ["en", "12 m"],
    ["en", "Infinity"],
    ["en", "∞"],
    ["en", "NaN"],
    ["en", "--5"],
    ["en", "+5"],
    ["en", "5-"],
    ["en", "- 5"],
    ["en", "(5)"],
    ["en", "5."],
    ["en", ".5"],
    ["en", "1.234,567.8"],
    ["en", "1.2,345"],
    ["en", "½"],
    ["en", "٣"],
    ["en", ""],
    ["en", "  "],
    ["en", "-"],
    ["en", "12345678901234567890.5"],
    ["en", "0.12345678901234567"],
    ["en", "12.6000000000000011"],
    ["en", "0.33333333333333333"],
    ["en", "123456789012345680000000"],
    ["en", "9007199254740993"],
    ["en", "9".repeat(400)],
    ["de", "1,234.5"],
    ["de", "1234.5"],
    ["de", "1.23"],
    ["de", "1.2345"],
    ["fr", "1.234,5"],
    ["fr", "1,234.5"],
    ["fr", "1 23"],
    ["fr", "1 234 5"],
    ["fr", "1 234\u00a0567"],
    ["de-CH", "1,234"],
    ["de-CH", "1’23"],
    ["en-IN", "1,234,567"],
    ["hi", "1,234,567"],
    ["ar-EG", "١٢٣,٤"],
    ["ar-EG", "1٢"],
    ["ar-EG", "١٬٢٣"],
  ])("the number reader in %s refuses %j", (locale, text) => expect(read(locale, text)).toBeNull());

  it.each([
    ["en", "“1e3” is not a number. Write 1,234.5 or 1234.5."],
    ["de", "“1e3” is not a number. Write 1.234,5 or 1234,5."],
    ["es", "“1e3” is not a number. Write 1.234,5 or 1234,5."],
  ])("the number reader in %s explains how to write a number", (locale, problem) =>
    expect(numberReader(locale).read("1e3").problem).toBe(problem),
  );

  it("the number reader for de-CH reads both kinds of apostrophe", () => {
    expect(numberReader("de-CH").example).toMatch(/^1['’]234\.5 or 1234\.5$/);
    expect(["1'234", "1’234"].map((text) => read("de-CH", text))).toEqual([1234, 1234]);
    expect(read("de-CH", "1'234’567")).toBeNull();
  });

  it("the number reader explains a missing number or too many digits", () => {
    expect(numberReader("en").read("").problem).toBe("Write a number, such as 1,234.5 or 1234.5.");
    expect(numberReader("en").read("9007199254740993").problem).toBe(
      "“9007199254740993” has more digits than can be kept.",
    );
    expect(numberReader("en").read(`${"9".repeat(50)}x`).problem).toContain(`“${"9".repeat(40)}…”`);
  });

  it.each(LOCALES)(
    "the number reader in %s reads every number that the locale's formatter writes",
    (locale) => {
      const reader = numberReader(locale);
      const numbers = fc.oneof(
        fc.integer({ min: -1e15, max: 1e15 }),
        fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000),
      );
      fc.assert(
        fc.property(
          numbers,
          fc.constantFrom(true, false, "always" as const, "min2" as const),
          (number, useGrouping) => {
            const format = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 3 });
            const value = number === 0 ? 0 : number;
            expect(reader.read(format.format(value))).toEqual({ value, problem: null });
            expect(reader.read(reader.write(value)).value).toBe(value);
            expect(reader.read(String(Math.trunc(Math.abs(value)))).value).toBe(Math.trunc(Math.abs(value)));
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it.each(LOCALES)(
    "the number reader in %s reads back every number that the reader itself writes",
    (locale) => {
      const reader = numberReader(locale);
      // Smaller numbers have more decimals than the writer writes.
      const numbers = fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter((one) => Math.abs(one) > 1e-3);
      fc.assert(
        fc.property(numbers, (value) => {
          expect(reader.read(reader.write(value))).toEqual({ value, problem: null });
        }),
      );
    },
  );

  it("the number reader never changes the digits of a number", () => {
    const texts = fc.string({ unit: fc.constantFrom(...Array.from("0123456789,.' ’-e")), maxLength: 9 });
    fc.assert(
      fc.property(fc.constantFrom(...LOCALES), texts, (locale, text) => {
        const { value } = numberReader(locale).read(text);
        if (value === null) return;
        const format = new Intl.NumberFormat(locale, {
          numberingSystem: "latn",
          useGrouping: false,
          maximumFractionDigits: 20,
        });
        const digits = (written: string): string => written.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "");
        const written = digits(format.format(value));
        expect(digits(text).startsWith(written) || written === "0").toBe(true);
      }),
    );
  });

  it("a list of numbers splits at line ends, semicolons and commas with a space", () => {
    expect(splitNumberList("1,234.5, 7;8\n9\r\n1,5,")).toEqual(["1,234.5", "7", "8", "9", "1,5"]);
    expect(splitNumberList(" ; ,\n")).toEqual([]);
    expect(splitNumberList("1.234,5;\t2")).toEqual(["1.234,5", "2"]);
  });
});
