import { IconCalendarExclamation } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useHost, useLive } from "../../host/host-context.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useSchedules } from "../../features/schedules/use-schedules.ts";
import { viewLabel } from "../../features/schedules/messages.ts";
import { failedExport, failedTitle, SCHEDULES } from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

/** The scheduled exports that failed, until the user has seen it. */
export function ScheduleFailureBanner() {
  const schedules = useSchedules();
  const host = useHost();
  const seen = useMutationCall(() => host.seeScheduleFailures());
  const { profiles } = useLive((live) => live.profiles);
  const failed = schedules.filter(({ failure }) => failure !== null);
  const [latest] = failed.toSorted((a, b) => (b.failure?.at ?? "").localeCompare(a.failure?.at ?? ""));
  if (!latest?.failure) return null;
  const { failure, profileId } = latest;
  const profile = profiles.length > 1 ? profiles.find((known) => known.profileId === profileId)?.name : null;
  return (
    <Notice
      tone="bad"
      icon={<IconCalendarExclamation size={18} aria-hidden />}
      title={failedTitle(failed.length)}
      actions={
        <PlainButton
          renderRoot={(props) => <Link to="/settings" search={{ section: "schedules" }} {...props} />}
        >
          {SCHEDULES}
        </PlainButton>
      }
      onDismiss={() => seen.mutate()}
    >
      {failedExport(failed.length, viewLabel(latest), profile ?? null)}, <DateTime iso={failure.at} />:{" "}
      {failure.error?.message}
    </Notice>
  );
}
