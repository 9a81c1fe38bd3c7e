import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";

interface Props extends Omit<NumberInputProps, "value" | "defaultValue" | "onChange"> {
  readonly value: number | null;
  /** Told of every number that the text stands for, null for one that stands for none. */
  readonly onChange: (value: number | null) => void;
}

/** A number by its text, which stays as it is typed: "12." stands for 12 and is on its way to 12.5. */
export function NumberField({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string | number>(value ?? "");
  // What was typed holds as long as nobody else has set another number, with a slider for one.
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
