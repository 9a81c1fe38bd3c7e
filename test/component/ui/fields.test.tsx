import { MantineProvider } from "@mantine/core";
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setLocale } from "../../../shared/base/text/locale.ts";
import { NumberField } from "../../../renderer/ui/fields.tsx";

const user = userEvent.setup();
let root: Root;
let seen: (number | null)[];

interface Options {
  readonly first?: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** True for a number that the owner accepts. For other numbers the owner keeps the former one. */
  readonly takes?: (next: number | null) => boolean;
}

function Holder({ first = null, takes = () => true, ...bounds }: Options) {
  const [value, setValue] = useState<number | null>(first);
  return (
    <>
      <NumberField
        label="Amount"
        value={value}
        {...bounds}
        onChange={(next) => {
          seen.push(next);
          if (takes(next)) setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue(77)}>
        Set
      </button>
      <button type="button" onClick={() => setValue(first)}>
        Discard
      </button>
    </>
  );
}

function show(options: Options = {}): void {
  flushSync(() =>
    root.render(
      <MantineProvider>
        <Holder {...options} />
      </MantineProvider>,
    ),
  );
}
const field = (): HTMLElement => screen.getByLabelText("Amount");

beforeEach(() => {
  seen = [];
  const box = document.createElement("div");
  document.body.append(box);
  root = createRoot(box);
});
afterEach(() => {
  root.unmount();
  setLocale(undefined);
  document.body.replaceChildren();
});

describe("a number field", () => {
  test.each([
    ["en", "1,234.5", 1234.5],
    ["de", "1.234,5", 1234.5],
    ["de", "-0,5", -0.5],
    ["fr", "1 234,5", 1234.5],
    ["de-CH", "1’234", 1234],
    ["en-IN", "12,34,567", 1234567],
    ["ar-EG", "١٬٢٣٤", 1234],
  ])("a number field in %s reads the number %s correctly, typed or pasted", async (locale, text, value) => {
    setLocale(locale);
    show();
    await user.type(field(), text);
    expect(seen.at(-1)).toBe(value);
    await user.clear(field());
    expect(seen.at(-1)).toBeNull();
    await user.click(field());
    await user.paste(text);
    expect(seen.at(-1)).toBe(value);
    expect(field()).toHaveValue(text);
    expect(field()).not.toHaveAttribute("aria-invalid", "true");
  });

  test.each([
    ["en", "1e3", "“1e3” is not a number. Write 1,234.5 or 1234.5."],
    ["en", "1,23", "“1,23” is not a number. Write 1,234.5 or 1234.5."],
    ["de", "1,234.5", "“1,234.5” is not a number. Write 1.234,5 or 1234,5."],
    ["en", "0x10", "“0x10” is not a number. Write 1,234.5 or 1234.5."],
    ["en", "Infinity", "“Infinity” is not a number. Write 1,234.5 or 1234.5."],
  ])("a number field in %s refuses %s and explains the valid format", async (locale, text, problem) => {
    setLocale(locale);
    show();
    await user.click(field());
    await user.paste(text);
    expect(seen.at(-1)).toBeNaN();
    expect(field()).toHaveValue(text);
    expect(field()).toHaveAccessibleDescription(problem);
    expect(field()).toHaveAttribute("aria-invalid", "true");
  });

  test.each([
    ["0", "At least 1."],
    ["2,000", "At most 1000."],
    ["1.5", "Write a whole number."],
  ])("a number field with limits refuses %s with the message: %s", async (text, problem) => {
    setLocale("en");
    show({ min: 1, max: 1_000, isWhole: true });
    await user.type(field(), text);
    expect(seen.at(-1)).toBeNaN();
    expect(field()).toHaveAccessibleDescription(problem);
  });

  test("a number field shows its value in the user's locale", async () => {
    setLocale("de");
    show({ first: 1234.5 });
    expect(field()).toHaveValue("1234,5");
    await user.clear(field());
    await user.type(field(), "abc");
    await user.click(screen.getByRole("button", { name: "Set" }));
    expect(field()).toHaveValue("77");
    expect(field()).toHaveAccessibleDescription("");
  });

  test("a number field can be cleared and retyped even if its parent ignores the empty value", async () => {
    show({ first: 7, takes: (next) => next !== null });
    await user.type(field(), "{Backspace}");
    expect(field()).toHaveValue("");
    await user.type(field(), "30");
    expect(field()).toHaveValue("30");
    expect(seen.at(-1)).toBe(30);
  });

  test("“Discard” replaces the invalid text of a number field with the old number", async () => {
    show({ first: 250 });
    await user.type(field(), ".");
    expect(field()).toHaveValue("250.");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(field()).toHaveValue("250");
    expect(field()).toHaveAccessibleDescription("");
  });

  test("a number that the parent sets replaces a number field's invalid text", async () => {
    show({ first: 5, takes: (next) => !Number.isNaN(next) });
    await user.type(field(), "x");
    expect(field()).toHaveValue("5x");
    await user.click(screen.getByRole("button", { name: "Set" }));
    expect(field()).toHaveValue("77");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect(field()).toHaveValue("5");
    expect(field()).toHaveAccessibleDescription("");
  });

  test("the arrow keys change a field's number within the field's limits", async () => {
    setLocale("de");
    show({ first: 0.1, min: 0, max: 2 });
    await user.type(field(), "{ArrowUp}");
    expect(field()).toHaveValue("1,1");
    await user.type(field(), "{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(field()).toHaveValue("0");
    expect(seen.at(-1)).toBe(0);
  });
});
