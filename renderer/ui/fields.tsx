import { TextInput, PasswordInput, type TextInputProps, type PasswordInputProps } from "@mantine/core";
import { useState, type KeyboardEvent, type Ref } from "react";
import { localNumbers } from "../../shared/base/text/read-number.ts";
import { KEY_FIELD, NUMBER_PROBLEMS } from "./messages.ts";

interface Props extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "min" | "max"> {
  /** The number; NaN if the text is not an allowed number. */
  readonly value: number | null;
  /** Called with every change: null for an empty field, NaN for a text that is not an allowed number. */
  readonly onChange: (value: number | null) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly isWhole?: boolean | undefined;
}

type Bounds = Pick<Props, "min" | "max" | "isWhole">;

/**
 * A field for a number in the user's locale. It keeps the text as written, and shows below it why the number is not
 * allowed. The arrow keys change the number by steps.
 */
export function NumberField({ value, onChange, min, max, isWhole, error, ...props }: Props) {
  const bounds = { min, max, isWhole };
  const [typed, setTyped] = useState({ text: written(value), given: value });
  const read = readField(typed.text, bounds);
  // The typed text stays while the parent accepts its number or keeps the old number. Another number, for example
  // from a slider or "Discard", replaces the text.
  if (!Object.is(typed.given, value))
    setTyped({ text: Object.is(read.value, value) ? typed.text : written(value), given: value });
  const change = (next: string): void => {
    setTyped({ text: next, given: value });
    onChange(readField(next, bounds).value);
  };
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (by === 0 || props.readOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const current = readField(typed.text, {}).value;
    if (Number.isNaN(current)) return;
    const next = Number(((current ?? (min ?? 0) - by) + by).toPrecision(15));
    change(written(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next))));
  };
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode={isWhole ? "numeric" : "decimal"}
      value={typed.text}
      error={read.problem ?? error}
      onKeyDown={step}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function written(value: number | null): string {
  return value === null || Number.isNaN(value) ? "" : localNumbers().write(value);
}

/** The number that a text means; NaN with the reason if it is not allowed. */
function readField(
  text: string,
  { min, max, isWhole = false }: Bounds,
): { readonly value: number | null; readonly problem: string | null } {
  if (text.trim() === "") return { value: null, problem: null };
  const numbers = localNumbers();
  const { value, problem } = numbers.read(text);
  const wrong = (why: string) => ({ value: Number.NaN, problem: why });
  if (value === null) return wrong(problem);
  if (isWhole && !Number.isInteger(value)) return wrong(NUMBER_PROBLEMS.whole);
  if (min !== undefined && value < min) return wrong(NUMBER_PROBLEMS.atLeast({ least: numbers.write(min) }));
  if (max !== undefined && value > max) return wrong(NUMBER_PROBLEMS.atMost({ most: numbers.write(max) }));
  return { value, problem: null };
}

/**
 * The field for an API key. SECURITY: it is uncontrolled, so that the key is never in React's state; the parent empties
 * it.
 */
export function KeyField({ ref, ...props }: PasswordInputProps & { readonly ref: Ref<HTMLInputElement> }) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": KEY_FIELD.toggle }}
      ref={ref}
      autoComplete="off"
      spellCheck={false}
      autoCorrect="off"
      autoCapitalize="off"
      data-1p-ignore
      // A scanned key must not be shown anywhere else.
      data-scans-as-text
      maxLength={4_096}
      {...props}
    />
  );
}

export function readKey(input: HTMLInputElement | null): string {
  return input?.value.trim() ?? "";
}

export function clearKey(input: HTMLInputElement | null): void {
  if (input) input.value = "";
}
