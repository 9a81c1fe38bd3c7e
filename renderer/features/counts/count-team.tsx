import { IconUsersPlus } from "@tabler/icons-react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useTeam } from "../../host/team.ts";
import { SmallButton } from "../../ui/buttons.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import type { NamedCount } from "./count-queries.ts";
import { lateText, TEAM, unsentText } from "./messages.ts";

/** Whether this workstation may not change a count, which belongs to the team. */
export function useIsLocked({ team }: NamedCount): boolean {
  const member = useTeam()?.state;
  return team !== undefined && member?.right === "read";
}

/** Whether this workstation may count with a team. */
export const useMayShare = (): boolean => useTeam()?.state?.right === "annotate";

/** Shows who shared the count, who may change it, and how many edits are unsent. */
export function TeamNote({ count }: { readonly count: NamedCount }) {
  const team = useTeam();
  const isLocked = useIsLocked(count);
  if (!count.team) return null;
  const anyone = count.closedAt === null ? TEAM.anyone : TEAM.anyoneClosed;
  const unsent = team ? unsentText(team) : "";
  return (
    <p className="sd-note" role="status">
      {TEAM.sharedBy({ label: count.team.sharedBy })} {isLocked ? TEAM.locked : anyone} {unsent}
    </p>
  );
}

/** The button that shares a count of this workstation with the team, after a question. */
export function ShareCountButton({ count }: { readonly count: NamedCount }) {
  const { host, connectionId } = useConnectionApi();
  if (!useMayShare() || count.team) return null;
  return (
    <ConfirmButton
      label={TEAM.share}
      title={TEAM.shareTitle}
      action={() => host.shareCount({ connectionId, countId: count.id })}
    >
      {TEAM.shareNote}
    </ConfirmButton>
  );
}

interface LateScansProps {
  readonly count: NamedCount;
  readonly late: NonNullable<CallOutput<"countResult">["late"]>;
}

/** The notice about scans that arrived after the comparison, and the button that compares again. */
export function LateScans({ count, late }: LateScansProps) {
  const { host, connectionId } = useConnectionApi();
  const isLocked = useIsLocked(count);
  const compare = useMutationCall(host.compareCount);
  const error = errorOf(compare.error);
  return (
    <>
      <Notice
        tone="warn"
        icon={<IconUsersPlus size={18} aria-hidden />}
        title={lateText(late.scans)}
        actions={
          late.isComparable
          && !isLocked && (
            <SmallButton
              loading={compare.isPending}
              onClick={() => compare.mutate({ connectionId, countId: count.id })}
            >
              {TEAM.compare}
            </SmallButton>
          )
        }
      >
        {late.isComparable ? TEAM.lateNote : TEAM.notComparable}
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
