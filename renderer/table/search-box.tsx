import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo, useEffect, useRef } from "react";
import { onFindRequest } from "../app/find-request.ts";
import classes from "./table.module.css";

/** The search over a table's texts; every key press is a query of its own, and a cheap one. */
export const SearchBox = memo(function SearchBox({
  label,
  value,
  onChange,
  onLeave,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called where a key leads on from here to what was found. */
  readonly onLeave: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      onFindRequest(() => {
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
      placeholder="Search  ( / )"
      maxLength={500}
      // Names of goods are in no dictionary, and looking them up delays the answer to a key.
      spellCheck={false}
      value={value}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        value === "" ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => onChange("")} />
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
});
