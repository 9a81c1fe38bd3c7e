import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { onFindRequest } from "./find-request.ts";
import classes from "../table/table.module.css";

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** Must be stable, so that a key press does not render the box. */
  readonly onChange: (text: string) => void;
  /** Called when a key moves the focus to the rows; must be stable too. */
  readonly onLeave: () => void;
}

/** The search over a table's texts; every key press makes a query. */
export const SearchBox = memo(function SearchBox({ label, value, onChange, onLeave }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [initial] = useState(value);
  useEffect(
    () =>
      onFindRequest(() => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  // Uncontrolled, so that a key press renders nothing of the box before its rows are requested.
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return (
    <Input
      input={input}
      label={label}
      initial={initial}
      isEmpty={value === ""}
      onChange={onChange}
      onLeave={onLeave}
    />
  );
});

const Input = memo(function Input({
  input,
  label,
  initial,
  isEmpty,
  onChange,
  onLeave,
}: Omit<SearchBoxProps, "value"> & {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly initial: string;
  readonly isEmpty: boolean;
}) {
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      data-filter-words
      aria-label={label}
      placeholder="Search  ( / )"
      maxLength={500}
      // Spell checking delays key presses, and item names are in no dictionary.
      spellCheck={false}
      defaultValue={initial}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        isEmpty ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => onChange("")} />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.currentTarget.value !== "") return onChange("");
        if (event.key !== "Escape" && event.key !== "ArrowDown") return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
});
