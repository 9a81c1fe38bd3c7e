import { toAppError } from "../../../shared/base/errors.ts";
import { Loader } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  MAX_DIFFERENCES,
  type PastDay,
  type PastDifferences,
} from "../../../shared/features/past-days/past-day-calls.ts";
import type { ViewChange } from "../../../shared/inventory/changes.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Query } from "../../../shared/query/query.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { useChangeNames } from "../../inventory/changes/change-queries.ts";
import { describeBounds, describeFields, summarise } from "../../inventory/changes/messages.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { ACTIONS, NOTICES } from "../../ui/messages.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { notifyFailure, valueOrNotice } from "../../ui/notify.tsx";
import { differenceSheets, MAX_WRITTEN } from "./difference-sheets.ts";
import { COLUMNS, comparedRows, DIFFERENCES, headingOf } from "./messages.ts";
import classes from "./past-days.module.css";

interface Request {
  readonly past: PastDay;
  readonly resource: Resource;
  readonly query: Query & { readonly asOf: string };
}

/** The most differences that the dialog lists. The export has all differences. */
const LISTED_DIFFERENCES = 300;
const OUTCOMES = ["entered", "left", "changed"] as const;

/** The dialog that lists the rows that entered, left or changed since a past day. */
export function DifferencesDialog({ request, onClose }: DialogProps<Request>) {
  const { past, resource } = request;
  const api = useConnectionApi();
  const { data, error } = useQuery({
    queryKey: ["differences", api.connectionId, resource, request.query],
    queryFn: () => readDifferences(api, request, 0, LISTED_DIFFERENCES),
    gcTime: 0,
  });
  const failed = errorOf(error);
  const total = data ? data.entered + data.left + data.changed : 0;
  return (
    <Dialog title={DIFFERENCES.title} size="lg" closeAs="close" onClose={onClose}>
      <div className="sd-form">
        <p>{comparedRows(resource, past)}</p>
        {failed && <ErrorNotice error={failed} />}
        {!data && !failed && <Loader size="sm" />}
        {data && total === 0 && <p>{DIFFERENCES.none}</p>}
        {data && total > 0 && <DifferenceTables resource={resource} data={data} />}
        {total > LISTED_DIFFERENCES && <p>{DIFFERENCES.cut({ listed: LISTED_DIFFERENCES, total })}</p>}
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.close}</PlainButton>
          {total > 0 && <ExportButton request={request} total={total} />}
        </FormButtons>
      </div>
    </Dialog>
  );
}

function DifferenceTables({
  resource,
  data,
}: {
  readonly resource: Resource;
  readonly data: PastDifferences;
}) {
  const now = useServiceNow(60_000);
  const nameOf = useChangeNames(data.records.map(({ fields }) => ({ resource, fields })));
  // The list covers many days, so every date is shown with its day, except today.
  const observedBefore = new Date(now).toISOString();
  const words = (record: ViewChange): string =>
    summarise(
      describeFields(
        { ...record, resource, observedBefore },
        nameOf,
        isNew(record) ? ["name", "createdAt"] : [],
      ),
      isNew(record),
    ) || (record.what === "entered" ? DIFFERENCES.enteredWithoutFields : DIFFERENCES.leftWithoutFields);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className={classes.differences} tabIndex={0} role="region" aria-label={DIFFERENCES.list}>
      {OUTCOMES.flatMap((what) => {
        if (data[what] === 0) return [];
        const rows = data.records.filter((record) => record.what === what);
        return [
          <section key={what} aria-label={headingOf(what, data)}>
            <h3>{headingOf(what, data)}</h3>
            <DataTable
              label={headingOf(what, data)}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  key: "name",
                  heading: COLUMNS.name,
                  width: "30%",
                  renderCell: ({ id, name }) => name || id,
                },
                {
                  key: "fields",
                  heading: `${COLUMNS.before} → ${COLUMNS.now}`,
                  title: (record) => describeBounds(record, now),
                  renderCell: words,
                },
              ]}
            />
          </section>,
        ];
      })}
    </div>
  );
}

/** Whether a record did not exist on the past day. A new record has no old name. */
function isNew({ what, fields }: ViewChange): boolean {
  return what === "entered" && fields["name"]?.old === null;
}

function ExportButton({ request, total }: { readonly request: Request; readonly total: number }) {
  const api = useConnectionApi();
  const [isBusy, setIsBusy] = useState(false);
  const write = async (): Promise<void> => {
    const records: ViewChange[] = [];
    while (records.length < Math.min(total, MAX_WRITTEN)) {
      const { records: some } = await readDifferences(api, request, records.length, MAX_DIFFERENCES);
      if (some.length === 0) break;
      records.push(...some);
    }
    const sheets = differenceSheets(request.resource, records);
    const written = await valueOrNotice(
      api.host.saveWorkbook({ name: `${DIFFERENCES.file} ${request.past.day}`, sheets }),
    );
    if (!written?.file) return;
    notifications.show({ message: NOTICES.saved({ file: written.file }) });
    if (total > records.length)
      notifications.show({ message: DIFFERENCES.fileCut({ written: records.length, total }) });
  };
  const run = (): void => {
    setIsBusy(true);
    void write()
      .catch((thrown: unknown) => notifyFailure(toAppError(thrown)))
      .finally(() => setIsBusy(false));
  };
  return (
    <PlainButton variant="filled" loading={isBusy} onClick={run}>
      {DIFFERENCES.export}
    </PlainButton>
  );
}

function readDifferences(
  { host, connectionId }: ConnectionApi,
  { resource, query }: Request,
  offset: number,
  limit: number,
): Promise<PastDifferences> {
  return unwrap(host.queryDifferences({ connectionId, resource, query, offset, limit }));
}
