import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import type { StoredRecord } from "../../../shared/contract/contract.ts";
import { useCopy } from "../../ui/use-copy.ts";
import classes from "./details.module.css";

/** The record as the service sent it, on demand. */
export function RawRecord({ record }: { readonly record: StoredRecord }) {
  const [shown, setShown] = useState(false);
  const copy = useCopy();
  const json = JSON.stringify(record.raw, null, 2);
  const Chevron = shown ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.raw}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<Chevron size={15} aria-hidden />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        Raw JSON
      </Button>
      {shown && (
        <>
          <Button
            variant="subtle"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy(json, "JSON")}
          >
            Copy
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <pre tabIndex={0} aria-label="Raw JSON">
            {json}
          </pre>
        </>
      )}
    </section>
  );
}
