import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends Omit<NumberInputProps, "value" | "defaultValue" | "onChange"> {
  readonly value: number | null;
  /** Called with every number typed; null for a text that is not a number. */
  readonly onChange: (value: number | null) => void;
}

/** A number field that keeps the text as typed: "12." is 12, and may become 12.5. */
export function NumberField({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string | number>(value ?? "");
  // The typed text stays until something else, such as a slider, sets another number.
  const shown = numberOf(typed) === value ? typed : (value ?? "");
  return (
    <NumberInput
      {...props}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}

function numberOf(text: string | number): number | null {
  if (typeof text === "number") return text;
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
