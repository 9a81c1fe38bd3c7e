import { Anchor, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { ListedFinding } from "../../../shared/features/counts/count-calls.ts";
import { formatCount } from "../../base/format.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { ReportPage } from "../../inventory/report/report-page.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { resultQuery, useRevaluedResult, type NamedCount } from "./count-queries.ts";
import { LateScans, ShareCountButton, TeamNote, useIsLocked } from "./count-team.tsx";
import { FindingsCard } from "./findings-card.tsx";
import { closedText, COUNTS, RESULT, SECTION_TITLES, verifiedText, worthText } from "./messages.ts";
import { DeleteButton } from "./open-count.tsx";
import { bySection, SECTIONS, worthOf, type Section } from "./result-sections.ts";
import classes from "./counts.module.css";

/** The result of a closed count, with a part for each kind of finding. */
export function ClosedCount({ count }: { readonly count: NamedCount }) {
  const api = useConnectionApi();
  const { data, error } = useQuery(resultQuery(api, count));
  const parts = useMemo(() => data && bySection(data.findings), [data]);
  useRevaluedResult(count.id);
  return (
    <ReportPage
      title={count.name}
      isFormer
      isReady={parts !== undefined}
      cards={[
        ["result", RESULT.title],
        ...SECTIONS.map((section) => [section, SECTION_TITLES[section]] as const),
      ]}
      controls={
        <>
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/counts" />}>
            {COUNTS.back}
          </Anchor>
          <ShareCountButton count={count} />
          <DeleteButton count={count} />
        </>
      }
    >
      <Card title={RESULT.title} wide error={error}>
        <p className="sd-note">{closedText(count)}</p>
        <TeamNote count={count} />
        {data?.late && <LateScans count={count} late={data.late} />}
        <Verification count={count} />
        {!parts && !error && <p className="sd-note">{RESULT.loading}</p>}
        {parts && <Summary parts={parts} />}
      </Card>
      {parts
        && [...parts].map(([section, findings]) => (
          <FindingsCard key={section} section={section} findings={findings} />
        ))}
    </ReportPage>
  );
}

/** Shows whether the missing items were verified, and the button that starts the verification. */
function Verification({ count }: { readonly count: NamedCount }) {
  const { host, connectionId } = useConnectionApi();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const verify = useMutationCall(host.verifyCount);
  useEffect(
    () =>
      host.onCountProgress(({ countId, done, total }) => {
        if (countId === count.id) setProgress({ done, total });
      }),
    [host, count.id],
  );
  const error = errorOf(verify.error);
  const isLocked = useIsLocked(count);
  const isRunning = verify.isPending || (progress !== null && progress.done < progress.total);
  return (
    <>
      <Group gap={10} className={classes.verification}>
        {isRunning ? (
          <p>{progress ? RESULT.progress({ done: progress.done, all: progress.total }) : RESULT.verifying}</p>
        ) : (
          <p role="status">
            {count.verifiedAt === null ? RESULT.notVerified : verifiedText(count.verifiedAt)}
          </p>
        )}
        <Button
          size="xs"
          variant={count.verifiedAt === null ? "filled" : "default"}
          loading={isRunning}
          disabled={isLocked}
          onClick={() => verify.mutate({ connectionId, countId: count.id })}
        >
          {RESULT.verify}
        </Button>
      </Group>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** The parts of a result, each with its number of findings and their value. */
function Summary({ parts }: { readonly parts: ReadonlyMap<Section, readonly ListedFinding[]> }) {
  const rows = useMemo(
    () =>
      [...parts].map(([section, findings]) => ({
        section,
        items: findings.length,
        worth: worthOf(section, findings),
      })),
    [parts],
  );
  const table = useMemo(
    () => ({
      columns: [RESULT.kind, RESULT.items, RESULT.value],
      rows: rows.flatMap(({ section, items, worth }) => {
        const [first = null, ...others] = worth.sums;
        return [
          [SECTION_TITLES[section], items, first],
          ...others.map((sum) => [SECTION_TITLES[section], null, sum]),
        ];
      }),
    }),
    [rows],
  );
  useCardTable("result", table);
  if (rows.every(({ section }) => section === "present")) return <p>{RESULT.all}</p>;
  return (
    <DataTable
      label={RESULT.title}
      rows={rows}
      keyOf={({ section }) => section}
      columns={[
        {
          key: "kind",
          heading: RESULT.kind,
          renderCell: ({ section }) => (
            <Anchor inherit href={`#${section}`} onClick={(event) => showPart(event, section)}>
              {SECTION_TITLES[section]}
            </Anchor>
          ),
        },
        {
          key: "items",
          heading: RESULT.items,
          isNumber: true,
          renderCell: ({ items }) => formatCount(items),
        },
        { key: "value", heading: RESULT.value, isNumber: true, renderCell: ({ worth }) => worthText(worth) },
      ]}
    />
  );
}

/** Scrolls to a part. The address does not change, because its hash names the screen. */
function showPart(event: { preventDefault: () => void }, section: Section): void {
  event.preventDefault();
  document.getElementById(`count-${section}`)?.scrollIntoView();
}
