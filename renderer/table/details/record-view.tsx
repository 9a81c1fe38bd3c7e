import { Button, Loader } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconCopy,
  IconRefresh,
} from "@tabler/icons-react";
import { useState, type ReactNode, type Ref } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useExtensions } from "../extensions.ts";
import { RESOURCE_LABELS } from "../labels/messages.ts";
import classes from "./details.module.css";
import { FieldList } from "./field-list.tsx";
import { RecordHistory } from "./record-history.tsx";
import { RelatedItems } from "./related-items.tsx";
import type { VerifiedRecord } from "./use-verified-record.ts";
import {
  ASKING_SERVICE,
  noLongerReturned,
  noSuchRecord,
  notVerified,
  DETAILS,
  verifiedAtLabel,
} from "./messages.ts";
import { useNow } from "../../host/use-now.ts";
import { CopyRequestId } from "../../ui/error-notice.tsx";
import { formatMoment } from "../../base/format.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { IconButton, QuietButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { COPY_ID, ID } from "../names/messages.ts";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  readonly verified: VerifiedRecord;
  readonly change: number | null;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Buttons next to the id, for actions on the record. */
  readonly tools: ReactNode;
  /** Buttons next to the name, for navigation from the record. */
  readonly actions?: ReactNode;
}

/** One record in full: the local copy at once, the service's word a moment later. */
export function RecordView({ resource, id, verified, change, heading, tools, actions }: Props) {
  const { record } = verified;
  const copy = useCopy();
  const buttons = useExtensions("RecordButtons");
  const { one } = RESOURCE_LABELS[resource];
  return (
    <>
      <header className={classes.header}>
        <div className={classes.title}>
          <h2 ref={heading} tabIndex={-1}>
            {record?.row["name"] ?? (record === undefined ? "…" : id)}
          </h2>
          <p>
            <span className="sd-mono">{id}</span>
            <IconButton
              icon={IconCopy}
              iconSize={14}
              size="sm"
              label={COPY_ID}
              title={COPY_ID}
              onClick={() => copy(id, ID)}
            />
            {tools}
            {record && buttons.map((RecordButtons, at) => <RecordButtons key={at} record={record} />)}
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
            <FieldList record={record} />
            <RecordHistory key={`${id} ${change}`} resource={resource} id={id} marked={change} />
            <RawRecord record={record} />
          </>
        )}
      </div>
    </>
  );
}

/** Whether the service confirmed what is shown, when, or why it could not. */
export function VerificationLine({ one, verified }: Readonly<{ one: string; verified: VerifiedRecord }>) {
  const { problem, verifying, verifiedAt, record } = verified;
  const now = useNow(60_000);
  const received = record ? formatMoment(record.fetchedAt, now) : null;
  return (
    <div
      className={classes.verification}
      role="status"
      data-bad={(!verifying && problem !== null) || undefined}
    >
      {verifying ? (
        <>
          <IconRefresh size={15} aria-hidden /> <span>{ASKING_SERVICE}</span>
        </>
      ) : problem?.kind === "not_found" ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{noLongerReturned(one, received)}</span>
        </>
      ) : problem ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{notVerified(problem.message, received)}</span>
        </>
      ) : (
        <>
          <IconCircleCheck size={15} aria-hidden />
          <span>{verifiedAtLabel(verifiedAt ?? 0, now)}</span>
        </>
      )}
      {!verifying && problem?.requestId && <CopyRequestId requestId={problem.requestId} />}
      {/* Never removed or disabled, because it has the focus. */}
      <QuietButton
        ml="auto"
        data-disabled={verifying}
        aria-disabled={verifying}
        onClick={() => !verifying && verified.verifyAgain()}
      >
        {DETAILS.verify}
      </QuietButton>
    </div>
  );
}

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
        {DETAILS.rawJson}
      </Button>
      {shown && (
        <>
          <Button
            variant="subtle"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy(json, DETAILS.json)}
          >
            {ACTIONS.copy}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <pre tabIndex={0} aria-label={DETAILS.rawJson}>
            {json}
          </pre>
        </>
      )}
    </section>
  );
}
