import { Group } from "@mantine/core";
import type { TeamSummary } from "../../../shared/features/team/team-calls.ts";
import { formatDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { SmallButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { actionLabel, authorText, LOST, recordText, valueText } from "./messages.ts";

interface LostValuesProps {
  readonly lost: TeamSummary["lost"];
  readonly mayEdit: boolean;
}

/** Values that lost against a later edit, until a user uses or dismisses them. */
export function LostValues({ lost, mayEdit }: LostValuesProps) {
  const { host, profileId } = useConnectionApi();
  return (
    <>
      <h3>{LOST.title}</h3>
      <p className="sd-note">{LOST.note}</p>
      <DataTable
        label={LOST.title}
        rows={lost}
        keyOf={({ number }) => String(number)}
        columns={[
          { key: "record", heading: LOST.record, renderCell: ({ kind, id }) => recordText(kind, id) },
          { key: "value", heading: LOST.value, renderCell: (value) => <Value value={value} /> },
          { key: "present", heading: LOST.present, renderCell: ({ present }) => <Value value={present} /> },
          {
            key: "actions",
            heading: LOST.actions,
            hidesHeading: true,
            renderCell: ({ kind, document, id, number }) =>
              mayEdit && (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {[true, false].map((uses) => {
                    const label = uses ? LOST.use : LOST.dismiss;
                    return (
                      <SmallButton
                        key={label}
                        aria-label={actionLabel(label, recordText(kind, id))}
                        onClick={() =>
                          void valueOrNotice(host.resolveLost({ profileId, document, id, number, uses }))
                        }
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

type EditedValue = TeamSummary["lost"][number]["present"];

function Value({ value: { value, editedAt, editedBy } }: { readonly value: EditedValue }) {
  return (
    <>
      <span className="sd-wrap">{valueText(value)}</span>
      <br />
      <span className="sd-dimmed">
        {authorText(editedBy, formatDateTime(new Date(editedAt).toISOString()))}
      </span>
    </>
  );
}
