import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { onFindRequest } from "./find-request.ts";
import classes from "../table/table.module.css";

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  /** A function that stays the same, so that a key renders nothing of the box. */
  readonly onChange: (text: string) => void;
  /** Called where a key leads on from here to what was found; stays the same too. */
  readonly onLeave: () => void;
}

/** The search over a table's texts; every key press is a query of its own, and a cheap one. */
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
  // What is typed stands there already: the box is rendered for none of its keys, whose rows wait for what it does.
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
      // Names of goods are in no dictionary, and looking them up delays the answer to a key.
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
