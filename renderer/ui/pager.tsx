import { Group } from "@mantine/core";
import { PlainButton } from "./buttons.tsx";
import { PAGER } from "./messages.ts";

export const PAGE_ROWS = 100;

interface PagerProps {
  readonly page: number;
  /** The number of rows on all pages. */
  readonly total: number;
  readonly onChange: (page: number) => void;
}

/** Buttons to the pages of a long table. They are hidden if there is only one page. */
export function Pager({ page, total, onChange }: PagerProps) {
  if (total <= PAGE_ROWS) return null;
  const from = page * PAGE_ROWS;
  const to = Math.min(total, from + PAGE_ROWS);
  return (
    <Group component="nav" gap={10} aria-label={PAGER.label}>
      <PlainButton size="compact-sm" disabled={page === 0} onClick={() => onChange(page - 1)}>
        {PAGER.previous}
      </PlainButton>
      <span className="sd-num" role="status">
        {PAGER.places({ from: from + 1, to, all: total })}
      </span>
      <PlainButton size="compact-sm" disabled={to >= total} onClick={() => onChange(page + 1)}>
        {PAGER.next}
      </PlainButton>
    </Group>
  );
}
