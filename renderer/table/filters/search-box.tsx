import { Emitter } from "../../base/emitter.ts";
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { MAX_SEARCH } from "../../../shared/query/query.ts";
import classes from "./filters.module.css";
import { SEARCH } from "./messages.ts";

export const findRequests = new Emitter();

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

/** The search box of a table. Every key press makes a query. */
export function SearchBox({ label, value, onChange, onLeave }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      findRequests.subscribe(() => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      data-filter-words
      aria-label={label}
      placeholder={SEARCH.placeholder}
      maxLength={MAX_SEARCH}
      // Spell checking would delay key presses, and no dictionary contains the names of items.
      spellCheck={false}
      value={value}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        value === "" ? null : <CloseButton size="xs" aria-label={SEARCH.clear} onClick={() => onChange("")} />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && value !== "") return onChange("");
        if (event.key !== "Escape" && event.key !== "ArrowDown") return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
