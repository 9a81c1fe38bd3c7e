import { Button, Stack, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { clock, type Timer } from "../../base/clock.ts";
import { useConnectionApi, useHostServices } from "../../host/host-context.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { BudgetSection, FilesSection, FreshnessSection, VersionsSection } from "./sections.tsx";
import { CallsTable, PassesTable, QuarantineTable, LogTable, Moment, type LogColumn } from "./log-tables.tsx";
import classes from "./diagnostics.module.css";
import { HEADINGS, CRASHES, describeCrash, DIAGNOSTICS } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Diagnostics, ListedCrash } from "../../../shared/features/diagnostics/diagnostics.ts";
import { ACTIONS } from "../../ui/messages.ts";
import { formatBytes } from "../../base/format-bytes.ts";

/** The diagnostics for support: a summary, tables, and a file with both. */
export function DiagnosticsScreen() {
  const { data, error, refetch } = useDiagnostics();
  const failure = errorOf(error);
  return (
    <div className="sd-page">
      <Stack gap={16} maw={1180} mx="auto">
        <header className={classes.header}>
          <div>
            <h1 className="sd-title">{DIAGNOSTICS.title}</h1>
            <p>{DIAGNOSTICS.intro}</p>
          </div>
          <SaveButton />
        </header>
        {failure && (
          <Stack gap={8} align="flex-start">
            <ErrorNotice error={failure} />
            <PlainButton onClick={() => void refetch()}>{ACTIONS.tryAgain}</PlainButton>
          </Stack>
        )}
        {data?.problems.map((problem) => (
          <ErrorNotice key={problem.message} error={problem} />
        ))}
        <div className={classes.pair}>
          <FreshnessSection />
          <BudgetSection />
        </div>
        {data && (
          <>
            <CallsTable calls={data.calls} />
            <PassesTable passes={data.passes} />
            <QuarantineTable records={data.quarantine} total={data.status.quarantined} />
            <CrashesSection crashes={data.crashes} onChange={() => void refetch()} />
            <div className={classes.pair}>
              <FilesSection files={data.files} freeBytes={data.freeBytes} />
              <VersionsSection diagnostics={data} />
            </div>
          </>
        )}
      </Stack>
    </div>
  );
}

function SaveButton() {
  const { host, connectionId } = useConnectionApi();
  const save = useMutationCall(
    () => host.saveDiagnostics({ connectionId }),
    ({ file }) => {
      if (file !== null) notifications.show({ message: DIAGNOSTICS.saved({ file }) });
    },
  );
  const failure = errorOf(save.error);
  return (
    <div className={classes.save}>
      <Button
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {DIAGNOSTICS.save}
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}

/** Ms between two updates of the screen. A pass reports ten times a second, which is too fast to read. */
const REFRESH_INTERVAL_MS = 500;

/**
 * The data of the diagnostics screen. They are fetched when the screen opens, and again after changes of the status.
 */
function useDiagnostics(): UseQueryResult<Diagnostics> {
  const { host, connectionId } = useConnectionApi();
  const query = useQuery({
    // `dropConnection()` expects the connection's id at this index.
    queryKey: ["diagnostics", "all", connectionId],
    queryFn: () => unwrap(host.diagnostics({ connectionId })),
    staleTime: 0,
  });
  const { refetch } = query;

  useEffect(() => {
    let timer: Timer | null = null;
    const stopListening = host.onStatus(() => {
      if (timer !== null) return;
      timer = clock.after(REFRESH_INTERVAL_MS, () => {
        timer = null;
        void refetch();
      });
    });
    return () => {
      stopListening();
      timer?.stop();
    };
  }, [host, refetch]);

  return query;
}

const COLUMNS: readonly LogColumn<ListedCrash>[] = [
  { heading: HEADINGS.when, renderCell: ({ at }, now) => <Moment iso={at} now={now} /> },
  { heading: HEADINGS.what, renderCell: (crash) => describeCrash(crash) },
  { heading: HEADINGS.version, renderCell: ({ version }) => version },
  { heading: HEADINGS.size, isNumber: true, renderCell: ({ bytes }) => formatBytes(bytes) },
];

interface CrashesProps {
  readonly crashes: Diagnostics["crashes"];
  /** Called after reports were changed. */
  readonly onChange: () => void;
}

/** The list of crashes, with buttons to show and delete their reports. */
function CrashesSection({ crashes, onChange }: CrashesProps) {
  const { host, boot } = useHostServices();
  const show = useMutationCall(() => host.showCrashReports());
  const remove = useMutationCall(() => host.deleteCrashReports(), onChange);
  const error = errorOf(show.error) ?? errorOf(remove.error);
  // A browser cannot show a folder.
  const isApp = boot.host === "electron";
  return (
    <LogTable {...CRASHES} columns={COLUMNS} rows={crashes} keyOf={({ name }) => name}>
      {crashes.length > 0 && (
        <Group gap={8}>
          {isApp && <PlainButton onClick={() => show.mutate()}>{CRASHES.show}</PlainButton>}
          <PlainButton loading={remove.isPending} onClick={() => remove.mutate()}>
            {CRASHES.delete}
          </PlainButton>
        </Group>
      )}
      {error && <ErrorNotice error={error} />}
    </LogTable>
  );
}
