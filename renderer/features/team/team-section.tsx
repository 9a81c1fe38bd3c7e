import { Group, Switch } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import type { TeamSummary } from "../../../shared/features/team/team-calls.ts";
import { KIND_LABELS, ONE_BY_ONE, type TeamKind } from "../../../shared/features/team/team-kinds.ts";
import { useConnectionApi, useLive } from "../../host/host-context.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { PlainButton, SmallButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { Section } from "../../ui/section.tsx";
import { formatCount } from "../../base/format.ts";
import { LostValues } from "./lost-values.tsx";
import { memberText, SECTION, sharedLabel, shareLabel, unsentText, preferTitle, PREFER } from "./messages.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { useTeam } from "../../host/team.ts";

/**
 * The section about the records that the workstations of a collector share. A connection without a collector shares no
 * records.
 */
export function TeamSection() {
  const isConnected = useLive((live) => live.connection !== null);
  return isConnected ? <ConnectionTeam /> : null;
}

function ConnectionTeam() {
  const team = useTeam();
  const [shared, setShared] = useState<TeamKind | null>(null);
  if (!team?.state) return null;
  return (
    <Section title={SECTION.title} intro={SECTION.intro}>
      <Exchange team={team} member={team.state} />
      {team.state.asksLoss && <LostTeam records={recordsOf(team)} />}
      {team.state.asks && <OldEdits waiting={team.waiting} />}
      <Kinds team={team} onShare={setShared} />
      {team.lost.length > 0 && <LostValues lost={team.lost} mayEdit={team.state.right === "annotate"} />}
      {shared !== null && <ShareDialog kind={shared} onClose={() => setShared(null)} />}
    </Section>
  );
}

interface ExchangeProps {
  readonly team: TeamSummary;
  readonly member: NonNullable<TeamSummary["state"]>;
}

function Exchange({ team, member }: ExchangeProps) {
  const { host, connectionId } = useConnectionApi();
  const unsent = unsentText(team);
  return (
    <>
      <p className="sd-note">{memberText(member)}</p>
      <Group gap={12}>
        <PlainButton onClick={() => void valueOrNotice(host.exchangeTeam({ connectionId }))}>
          {SECTION.exchange}
        </PlainButton>
        <span className="sd-note" role="status">
          {team.exchangedAt !== null && (
            <>
              {SECTION.exchanged} <DateTime iso={new Date(team.exchangedAt).toISOString()} />{" "}
            </>
          )}
          {unsent}
        </span>
      </Group>
      {team.error && <ErrorNotice error={team.error} />}
    </>
  );
}

/** The number of the team's records of all kinds. */
const recordsOf = ({ kinds }: TeamSummary): number => kinds.reduce((sum, { records }) => sum + records, 0);

function LostTeam({ records }: { readonly records: number }) {
  const { host, connectionId } = useConnectionApi();
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={SECTION.asksLoss}
      actions={
        <ConfirmButton
          label={SECTION.acceptLoss}
          title={SECTION.asksLoss}
          action={() => host.acceptTeamLoss({ connectionId })}
        >
          {SECTION.acceptLossNote({ records })}
        </ConfirmButton>
      }
    >
      {SECTION.lossText({ records })}
    </Notice>
  );
}

function OldEdits({ waiting }: { readonly waiting: number }) {
  const { host, connectionId } = useConnectionApi();
  const confirm = (sends: boolean): void =>
    void valueOrNotice(host.confirmTeamEdits({ connectionId, sends }));
  return (
    <Notice
      tone="warn"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={SECTION.asks}
      actions={
        <>
          <SmallButton onClick={() => confirm(true)}>{SECTION.send}</SmallButton>
          <SmallButton onClick={() => confirm(false)}>{SECTION.discard}</SmallButton>
        </>
      }
    >
      {SECTION.asksText({ edits: waiting })}
    </Notice>
  );
}

interface KindsProps {
  readonly team: TeamSummary;
  readonly onShare: (kind: TeamKind) => void;
}

function Kinds({ team, onShare }: KindsProps) {
  const { host, connectionId } = useConnectionApi();
  const mayEdit = team.state?.right === "annotate";
  return (
    <DataTable
      label={SECTION.kinds}
      rows={team.kinds}
      keyOf={({ kind }) => kind}
      columns={[
        { key: "kind", heading: SECTION.kind, renderCell: ({ kind }) => KIND_LABELS[kind] },
        {
          key: "records",
          heading: SECTION.records,
          isNumber: true,
          renderCell: ({ records }) => formatCount(records),
        },
        {
          key: "shared",
          heading: SECTION.shared,
          renderCell: ({ kind, isShared }) =>
            // A view or rule of the team is read-only for all users; they change a copy instead.
            ONE_BY_ONE.has(kind) ? (
              kind === "counts" ? (
                SECTION.oneByOne
              ) : (
                SECTION.locked
              )
            ) : (
              <Switch
                style={{ display: "inline-flex", verticalAlign: "middle" }}
                aria-label={sharedLabel(kind)}
                checked={isShared && mayEdit}
                disabled={!mayEdit}
                onChange={(event) =>
                  void valueOrNotice(
                    host.setTeamScope({ connectionId, kind, isShared: event.currentTarget.checked }),
                  )
                }
              />
            ),
        },
        {
          key: "actions",
          heading: SECTION.share,
          hidesHeading: true,
          renderCell: ({ kind, kept }) => (
            <Group gap={8} justify="flex-end">
              {kept > 0 && (
                <ConfirmButton
                  label={PREFER.label({ kept })}
                  accessibleName={preferTitle(kind)}
                  title={preferTitle(kind)}
                  action={() => host.preferTeamRecords({ connectionId, kind })}
                >
                  {PREFER.note({ kept })}
                </ConfirmButton>
              )}
              {/* Rules, views and counts are shared one by one, on their own screens. */}
              {mayEdit && kind !== "alertRules" && kind !== "counts" && (
                <SmallButton aria-label={shareLabel(kind)} onClick={() => onShare(kind)}>
                  {SECTION.share}
                </SmallButton>
              )}
            </Group>
          ),
        },
      ]}
    />
  );
}
