import { ActionIcon, CloseButton, Loader } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { Resource } from "../../../shared/resource-names.ts";
import { useCopy } from "../../app/use-copy.ts";
import { RESOURCE_WORDS } from "../../format/resource-words.ts";
import classes from "./details.module.css";
import { FieldList } from "./field-list.tsx";
import { RawRecord } from "./raw-record.tsx";
import { RecordHistory } from "./record-history.tsx";
import { useVerifiedRecord } from "./use-verified-record.ts";
import { VerificationLine } from "./verification-line.tsx";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  /** The change to be shown in the history; null for none. */
  readonly change: number | null;
  /** Whether the panel was opened by keyboard, and the focus should follow into it. */
  readonly takeFocus: boolean;
  readonly onClose: () => void;
}

/** One record in full, beside its table: the local copy at once, the service's word a moment later. */
export function DetailsPanel({ resource, id, change, takeFocus, onClose }: Props) {
  const verified = useVerifiedRecord(resource, id);
  const { record } = verified;
  const copy = useCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus();
  }, [takeFocus]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === "Escape") onClose();
    };
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
  const { one } = RESOURCE_WORDS[resource];
  const name = record?.row["name"];

  return (
    <aside ref={panel} className={classes.panel} aria-label={`Details of ${one} ${String(name ?? id)}`}>
      <header className={classes.header}>
        <div className={classes.title}>
          <h2 ref={heading} tabIndex={-1}>
            {name ?? (record === undefined ? "…" : id)}
          </h2>
          <p>
            <span className="sd-mono">{id}</span>
            <ActionIcon size="sm" aria-label="Copy id" title="Copy id" onClick={() => copy(id, "Id")}>
              <IconCopy size={14} />
            </ActionIcon>
          </p>
        </div>
        <CloseButton aria-label="Close details" title="Close (Esc)" onClick={onClose} />
      </header>
      <VerificationLine one={one} verified={verified} />
      <div className={classes.body}>
        {record === undefined && verified.verifying && <Loader size="sm" />}
        {record === null && !verified.verifying && <p>The local copy has no such {one}.</p>}
        {record && (
          <>
            <FieldList record={record} />
            <RecordHistory key={change} resource={resource} id={id} marked={change} />
            <RawRecord record={record} />
          </>
        )}
      </div>
    </aside>
  );
}
