import { MantineProvider } from "@mantine/core";
import { fireEvent, screen } from "@testing-library/dom";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findField } from "../../../../shared/inventory/fields.ts";
import type { FieldFilter } from "../../../../shared/query/field-filter.ts";
import { DaysEditor } from "../../../../renderer/table/filters/value-editors.tsx";

type Days = Extract<FieldFilter, { kind: "days" }>;

let root: Root;
let seen: Days[];

function Holder() {
  const [filter, setFilter] = useState<Days>({ kind: "days", field: "updatedAt", from: null, to: null });
  const field = findField("items", "updatedAt");
  const change = (next: Days): void => {
    seen.push(next);
    setFilter(next);
  };
  return field && <DaysEditor field={field} filter={filter} onChange={change} />;
}

beforeEach(() => {
  seen = [];
  const box = document.createElement("div");
  document.body.append(box);
  root = createRoot(box);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <Holder />
      </MantineProvider>,
    ),
  );
});
afterEach(() => flushSync(() => root.unmount()));

test("a date field ignores a year with more than four digits", () => {
  const labels = { from: "Updated: first day", to: "Updated: last day" } as const;
  for (const end of ["from", "to"] as const) {
    const input = screen.getByLabelText<HTMLInputElement>(labels[end]);
    expect(input.max).toBe("9999-12-31");
    fireEvent.change(input, { target: { value: "2026-01-05" } });
    expect(seen.at(-1)?.[end]).toBe("2026-01-05");
    // A date field may turn the text into an empty one before the editor reads it.
    input.type = "text";
    fireEvent.change(input, { target: { value: "20261-01-05" } });
  }
  expect(seen.map(({ from, to }) => [from, to])).toEqual([
    ["2026-01-05", null],
    ["2026-01-05", "2026-01-05"],
  ]);
});
