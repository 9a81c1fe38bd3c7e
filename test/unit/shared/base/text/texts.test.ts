import { expect, it } from "vitest";
import { plainText, sentences, sentenceText, texts } from "../../../../../shared/base/text/texts.ts";
import { setCatalogue } from "../../../../../shared/base/text/catalogue.ts";
import { setLocale } from "../../../../../shared/base/text/locale.ts";

const TEXTS = texts("test", {
  plain: "It’s here.",
  days: "{days, plural, one {# day} other {# days}} of {name}",
  range: "{from, number} to {to, number}",
  count:
    "{kind, select, row {{count, plural, =0 {No rows} one {# row} other {# rows}}} other {{count, plural, one {# file} other {# files}}}}",
  marked: "{field} <dim>is</dim> <b>“{value}”</b>",
});

it("a text without arguments is a string", () => {
  expect(TEXTS.plain).toBe("It’s here.");
});

it("a text with arguments chooses the right plural form and the right branch of a select argument", () => {
  expect(TEXTS.days({ days: 1, name: "Anna" })).toBe("1 day of Anna");
  expect(TEXTS.days({ days: 0, name: "{x} <b>y</b> #" })).toBe("0 days of {x} <b>y</b> #");
  expect(TEXTS.count({ kind: "row", count: 0 })).toBe("No rows");
  expect(TEXTS.count({ kind: "row", count: 1 })).toBe("1 row");
  expect(TEXTS.count({ kind: "anything", count: 2 })).toBe("2 files");
});

it("numbers in a text use the number locale", () => {
  setLocale("de");
  try {
    expect(TEXTS.range({ from: 0.5, to: 12_345 })).toBe("0,5 to 12.345");
    expect(TEXTS.days({ days: 12_345, name: "x" })).toBe("12.345 days of x");
  } finally {
    setLocale(undefined);
  }
});

it("a text with tags keeps its tagged parts in order", () => {
  const text = TEXTS.marked({ field: "Name", value: "<dim>a</dim>" });
  expect(text).toEqual(["Name ", { tag: "dim", text: "is" }, " ", { tag: "b", text: "“<dim>a</dim>”" }]);
  expect(plainText(text)).toBe("Name is “<dim>a</dim>”");
});

it("a missing, mistyped or unknown argument is a type error", () => {
  // @ts-expect-error the name is missing
  expect(() => TEXTS.days({ days: 1 })).toThrow("name");
  // @ts-expect-error a plural needs a number
  expect(() => TEXTS.days({ days: "1", name: "x" })).toThrow("days");
  // @ts-expect-error a number must have a form
  expect(TEXTS.days({ days: 1, name: 2 })).toBe("1 day of 2");
  // @ts-expect-error the text has no such argument
  expect(TEXTS.range({ from: 1, to: 2, more: 3 })).toBe("1 to 2");
  // @ts-expect-error a text without arguments is no function
  expect(() => TEXTS.plain()).toThrow(TypeError);
});

const SENTENCES = sentences("test.errors", {
  full: "The disk is full.",
  tooMany: "At most {most, number} of {name}.",
});

it("a sentence has its English text, its key and its arguments", () => {
  expect(SENTENCES.full).toEqual({ english: "The disk is full.", key: "test.errors.full", values: {} });
  expect(SENTENCES.tooMany({ most: 2_000, name: "x" })).toEqual({
    english: "At most 2,000 of x.",
    key: "test.errors.tooMany",
    values: { most: 2_000, name: "x" },
  });
});

it("texts and sentences use the language and plurals of the catalogue", () => {
  setCatalogue({
    language: "pl",
    texts: {
      "test.later.days": "{days, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}",
      "test.errors.full": "Dysk jest pełny.",
    },
  });
  try {
    const { days, other } = texts("test.later", {
      days: "{days, plural, one {# day} other {# days}}",
      other: "Other",
    });
    expect([days({ days: 1 }), days({ days: 3 }), days({ days: 1.5 }), other]).toEqual([
      "1 dzień",
      "3 dni",
      "1.5 dnia",
      "Other",
    ]);
    expect(sentenceText(SENTENCES.full)).toBe("Dysk jest pełny.");
    expect(SENTENCES.full.english).toBe("The disk is full.");
    expect(sentenceText(SENTENCES.tooMany({ most: 1, name: "x" }))).toBe("At most 1 of x.");
  } finally {
    setCatalogue(null);
  }
});
