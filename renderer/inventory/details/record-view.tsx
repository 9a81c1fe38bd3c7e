import { ActionIcon, Loader } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { RESOURCE_LABELS } from "../labels/resource-labels.ts";
import classes from "./details.module.css";
import { FieldList } from "./field-list.tsx";
import { RawRecord } from "./raw-record.tsx";
import { RecordHistory } from "./record-history.tsx";
import { RelatedItems } from "./related-items.tsx";
import type { VerifiedRecord } from "./use-verified-record.ts";
import { VerificationLine } from "./verification-line.tsx";
import { noSuchRecord } from "./messages.ts";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  readonly verified: VerifiedRecord;
  /** The change to be shown in the history; null for none. */
  readonly change: number | null;
  /** Of the record's name: the first heading of a window, the second beside a table. */
  readonly level: 1 | 2;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Buttons beside the id, for actions on the record. */
  readonly tools: ReactNode;
  /** Buttons beside the name, for where to go from it. */
  readonly actions?: ReactNode;
}

/** One record in full: the local copy at once, the service's word a moment later. */
export function RecordView({ resource, id, verified, change, level, heading, tools, actions }: Props) {
  const { record } = verified;
  const copy = useCopy();
  const { one } = RESOURCE_LABELS[resource];
  const Heading = level === 1 ? "h1" : "h2";
  const within = level === 1 ? 2 : 3;
  return (
    <>
      <header className={classes.header}>
        <div className={classes.title}>
          <Heading ref={heading} tabIndex={-1}>
            {record?.row["name"] ?? (record === undefined ? "…" : id)}
          </Heading>
          <p>
            <span className="sd-mono">{id}</span>
            <ActionIcon size="sm" aria-label="Copy id" title="Copy id" onClick={() => copy(id, "Id")}>
              <IconCopy size={14} />
            </ActionIcon>
            {tools}
          </p>
        </div>
        {actions}
      </header>
      <VerificationLine one={one} verified={verified} />
      <div className={classes.body}>
        {record === undefined && verified.verifying && <Loader size="sm" />}
        {record === null && !verified.verifying && <p>{noSuchRecord(one)}</p>}
        {record && (
          <>
            <RelatedItems record={record} />
            <FieldList record={record} level={within} />
            <RecordHistory
              key={`${id} ${change}`}
              resource={resource}
              id={id}
              marked={change}
              level={within}
            />
            <RawRecord record={record} />
          </>
        )}
      </div>
    </>
  );
}
