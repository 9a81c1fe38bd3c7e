import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { errorOf } from "../../host/unwrap.ts";
import { useMutationCall } from "../../host/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { BudgetSection } from "./budget-section.tsx";
import { CallsTable } from "./calls-table.tsx";
import classes from "./diagnostics.module.css";
import { FilesSection } from "./files-section.tsx";
import { FreshnessSection } from "./freshness-section.tsx";
import { INTRO, SAVE, savedAs, TITLE } from "./messages.ts";
import { PassesTable } from "./passes-table.tsx";
import { QuarantineTable } from "./quarantine-table.tsx";
import { useDiagnostics } from "./use-diagnostics.ts";
import { VersionsSection } from "./versions-section.tsx";

/** What support needs to see: a summary, tables below it, and a file of both to send. */
export function DiagnosticsScreen() {
  const { data, error, refetch } = useDiagnostics();
  const failure = errorOf(error);
  return (
    <div className={classes.page}>
      <div className={classes.column}>
        <header className={classes.header}>
          <div>
            <h1>{TITLE}</h1>
            <p>{INTRO}</p>
          </div>
          <SaveButton />
        </header>
        {failure && (
          <div className={classes.failure}>
            <ErrorNotice error={failure} />
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
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
            <div className={classes.pair}>
              <FilesSection files={data.files} freeBytes={data.freeBytes} />
              <VersionsSection diagnostics={data} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** Saves the file where the host asks for it, or among the browser's downloads. */
function SaveButton() {
  const { host, profileId } = useLocalCopy();
  const save = useMutationCall(
    () => host.saveDiagnostics({ profileId }),
    ({ file }) => {
      if (file !== null) notifications.show({ message: savedAs(file) });
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
        {SAVE}
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
    </div>
  );
}
