import { Group } from "@mantine/core";
import type { Diagnostics, ListedCrash } from "../../../shared/features/diagnostics/diagnostics.ts";
import { formatBytes } from "../../base/format-bytes.ts";
import { useHostServices } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { LogTable, Moment, type LogColumn } from "./log-tables.tsx";
import { CRASHES, describeCrash, HEADINGS } from "./messages.ts";

const COLUMNS: readonly LogColumn<ListedCrash>[] = [
  { heading: HEADINGS.when, renderCell: ({ at }, now) => <Moment iso={at} now={now} /> },
  { heading: HEADINGS.what, renderCell: (crash) => describeCrash(crash) },
  { heading: HEADINGS.version, renderCell: ({ version }) => version },
  { heading: HEADINGS.size, isNumber: true, renderCell: ({ bytes }) => formatBytes(bytes) },
];

interface CrashesProps {
  readonly crashes: Diagnostics["crashes"];
  /** Called after something was changed. */
  readonly onChange: () => void;
}

/** The list of crashes, with buttons to show and delete their reports. */
export function CrashesSection({ crashes, onChange }: CrashesProps) {
  const { host, boot } = useHostServices();
  const show = useMutationCall(() => host.showCrashReports());
  const remove = useMutationCall(() => host.deleteCrashReports(), onChange);
  const error = errorOf(show.error) ?? errorOf(remove.error);
  // A browser shows no folder.
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
