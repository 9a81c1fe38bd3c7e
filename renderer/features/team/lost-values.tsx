import { Group } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { TeamSummary } from "../../../shared/features/team/team-calls.ts";
import { formatDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { SmallButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { LOST, recordText, scanValueText, valueText, type LostValue } from "./messages.ts";

interface LostValuesProps {
  readonly lost: TeamSummary["lost"];
  readonly mayEdit: boolean;
}

/** The list of values that lost against a later edit. A value stays until a user uses or dismisses it. */
export function LostValues({ lost, mayEdit }: LostValuesProps) {
  const { host, connectionId } = useConnectionApi();
  const names = useTypeNames(lost);
  const resolve = ({ document, id, number }: LostValue, uses: boolean): void =>
    void valueOrNotice(host.resolveLost({ connectionId, document, id, number, uses }));
  return (
    <>
      <h3>{LOST.title}</h3>
      <p className="sd-note">{LOST.note}</p>
      <DataTable
        label={LOST.title}
        rows={lost}
        keyOf={({ number }) => String(number)}
        columns={[
          { key: "record", heading: LOST.record, renderCell: (value) => recordText(value, names) },
          {
            key: "value",
            heading: LOST.value,
            renderCell: (lostValue) => <Value of={lostValue} value={lostValue} />,
          },
          {
            key: "present",
            heading: LOST.present,
            renderCell: (lostValue) => <Value of={lostValue} value={lostValue.present} />,
          },
          {
            key: "actions",
            heading: LOST.actions,
            hidesHeading: true,
            renderCell: (lostValue) =>
              mayEdit && (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {[true, false].map((uses) => {
                    const label = uses ? LOST.use : LOST.dismiss;
                    return (
                      <SmallButton
                        key={label}
                        aria-label={LOST.action({ action: label, record: recordText(lostValue, names) })}
                        onClick={() => resolve(lostValue, uses)}
                      >
                        {label}
                      </SmallButton>
                    );
                  })}
                </Group>
              ),
          },
        ]}
      />
    </>
  );
}

/** The documents whose records have the id of a material type as their id. */
const OF_TYPES: ReadonlySet<string> = new Set(["limits", "thresholds", "typeBases"]);

/** The names of the material types that the lost values concern, by id. */
function useTypeNames(lost: TeamSummary["lost"]): ReadonlyMap<string, string> {
  const api = useConnectionApi();
  const ids = [
    ...new Set(lost.flatMap(({ document, id }) => (OF_TYPES.has(document) && id !== "" ? [id] : []))),
  ];
  const records = useQueries({ queries: ids.map((id) => recordQuery(api, "types", id)) });
  return new Map(ids.map((id, at) => [id, recordName(id, records[at]?.data)]));
}

interface ValueProps {
  readonly of: LostValue;
  /** The lost value, or the present value. */
  readonly value: LostValue["present"];
}

function Value({ of, value: { value, editedAt, editedBy } }: ValueProps) {
  return (
    <>
      <span className="sd-wrap">{of.owner === null ? valueText(value) : scanValueText(value)}</span>
      <br />
      <span className="sd-dimmed">
        {LOST.author({ editedBy, time: formatDateTime(new Date(editedAt).toISOString()) })}
      </span>
    </>
  );
}
