import { errorText } from "../../../shared/base/errors.ts";
import { Button, Loader, Anchor, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconCopy,
  IconRefresh,
} from "@tabler/icons-react";
import { useState, type ReactNode, type Ref } from "react";
import { today } from "../../base/clock.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useCopy } from "../../ui/use-copy.ts";
import { useExtensions } from "../extensions.ts";
import classes from "./details.module.css";
import { FieldList } from "./field-list.tsx";
import { RecordHistory } from "./record-history.tsx";
import type { VerifiedRecord } from "./use-verified-record.ts";
import { noLongerReturned, notVerified, DETAILS, verifiedAtLabel, SAME, RECORD } from "./messages.ts";
import { usePastDay } from "../../host/past-day.ts";
import { useNow } from "../../host/use-now.ts";
import { CopyRequestId } from "../../ui/notice.tsx";
import { formatMoment, formatCount } from "../../base/format.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import { IconButton, QuietButton } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnectionApi } from "../../host/host-context.ts";
import { countQuery } from "../../inventory/records/record-queries.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { useShowItems } from "../navigation/use-show-items.ts";
import { valueFilter } from "../../inventory/records/value-filter.ts";
import { IDS } from "../../inventory/names/messages.ts";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  readonly verified: VerifiedRecord;
  readonly change: number | null;
  readonly heading?: Ref<HTMLHeadingElement>;
  /** Buttons next to the id, which act on the record. */
  readonly tools: ReactNode;
  /** Buttons next to the name, which lead away from the record. */
  readonly actions?: ReactNode;
}

/** All data of one record: first from the local copy, then from the service's answer. */
export function RecordView({ resource, id, verified, change, heading, tools, actions }: Props) {
  const { record } = verified;
  const copy = useCopy();
  const buttons = useExtensions("RecordButtons");
  const isPast = usePastDay() !== null;
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
              label={IDS.copy}
              title={IDS.copy}
              onClick={() => copy(id, IDS.id)}
            />
            {tools}
            {record && buttons.map((RecordButtons, at) => <RecordButtons key={at} record={record} />)}
          </p>
        </div>
        {actions}
      </header>
      <VerificationLine resource={resource} verified={verified} />
      <div className={classes.body}>
        {record === undefined && verified.verifying && <Loader size="sm" />}
        {record === null && !verified.verifying && (
          <p>{isPast ? RECORD.noneInPast({ resource }) : RECORD.none({ resource })}</p>
        )}
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

/** Shows when the service confirmed the record, or why the service could not. */
function VerificationLine({ resource, verified }: Pick<Props, "resource" | "verified">) {
  const { problem, verifying, verifiedAt, record } = verified;
  const now = useNow(60_000);
  const received = record ? formatMoment(record.fetchedAt, now) : null;
  if (usePastDay()) return <p className={classes.verification}>{RECORD.ofPast}</p>;
  return (
    <div
      className={classes.verification}
      role="status"
      data-bad={(!verifying && problem !== null) || undefined}
    >
      {verifying ? (
        <>
          <IconRefresh size={15} aria-hidden /> <span>{RECORD.asking}</span>
        </>
      ) : problem?.kind === "not_found" ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{noLongerReturned(resource, received)}</span>
        </>
      ) : problem ? (
        <>
          <IconAlertTriangle size={15} aria-hidden />
          <span>{notVerified(errorText(problem), received)}</span>
        </>
      ) : (
        <>
          <IconCircleCheck size={15} aria-hidden />
          <span>{verifiedAtLabel(verifiedAt ?? 0, now)}</span>
        </>
      )}
      {!verifying && problem?.requestId && <CopyRequestId requestId={problem.requestId} />}
      {/* The button is never removed or disabled, because it may have the focus. */}
      <QuietButton
        ms="auto"
        data-disabled={verifying}
        aria-disabled={verifying}
        onClick={() => !verifying && verified.verifyAgain()}
      >
        {DETAILS.verify}
      </QuietButton>
    </div>
  );
}

/** The record as the service sent it. It is loaded on demand. */
function RawRecord({ record }: { readonly record: StoredRecord }) {
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

const REFERENCES = ["materialTypeId", "locationId", "checkedOutToUserId"] as const;

/** Links from an item to the items of the same type, location or holder. A type or a location links to its page. */
function RelatedItems({ record }: { readonly record: StoredRecord }) {
  const { resource, row } = record;
  if (resource !== "items") return <PageLink resource={resource} id={String(row["id"])} />;
  const same = REFERENCES.flatMap((field) => {
    const value = row[field];
    return typeof value === "string" && value !== ""
      ? [{ words: SAME[field], filter: valueFilter(field, value) }]
      : [];
  });
  return same.length === 0 ? null : <SameLinks same={same} />;
}

interface SameLinksProps {
  readonly same: readonly { readonly words: string; readonly filter: ReturnType<typeof valueFilter> }[];
}

function SameLinks({ same }: SameLinksProps) {
  const api = useConnectionApi();
  const show = useShowItems();
  const counts = useQueries({
    queries: same.map(({ filter }) =>
      countQuery(
        api,
        "items",
        compileQuery({ search: "", chips: [{ enabled: true, filter }], sort: [] }, today()),
      ),
    ),
  });
  return (
    <ul className={`sd-list ${classes.related}`} aria-label={DETAILS.related}>
      {same.map(({ words, filter }, at) => {
        const total = counts[at]?.data?.total;
        return (
          <li key={words}>
            <UnstyledButton className={classes.relatedLink} onClick={() => show([filter])}>
              {words}
              {total !== undefined && <span className="sd-num sd-dimmed"> {formatCount(total)}</span>}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

function PageLink({ resource, id }: { readonly resource: "types" | "locations"; readonly id: string }) {
  const { connectionId } = useConnectionApi();
  return (
    <p className={classes.related}>
      <Anchor
        size="sm"
        inherit
        renderRoot={(props) => (
          <Link {...props} to={`/${resource}/$id`} params={{ id }} search={{ connection: connectionId }} />
        )}
      >
        {RECORD.page({ resource })}
      </Anchor>
    </p>
  );
}
