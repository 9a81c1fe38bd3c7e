import { Button } from "@mantine/core";
import { IconCalendarExclamation, IconCalendarPause } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Schedule } from "../../../shared/exports/schedules.ts";
import { useHost, useLive } from "../../host/host-context.tsx";
import { useMutationCall } from "../../host/use-mutation-call.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { plural } from "../../base/plural.ts";
import { formatDateTime } from "../../base/format-date.ts";
import { useSchedules } from "../../inventory/schedules/use-schedules.ts";
import { viewLabel } from "../../inventory/schedules/messages.ts";

/** What became of scheduled exports while nobody looked: those that were missed, and those that failed. */
export function ScheduleBanners() {
  const schedules = useSchedules();
  return (
    <>
      <MissedBanner schedules={schedules} />
      <FailureBanner schedules={schedules} />
    </>
  );
}

function MissedBanner({ schedules }: { readonly schedules: readonly Schedule[] }) {
  const host = useHost();
  const answer = useMutationCall((choice: "export" | "leave") => host.answerMissed({ answer: choice }));
  const missed = schedules.flatMap((schedule) => schedule.missed ?? []);
  const count = missed.reduce((sum, each) => sum + each.count, 0);
  const [since] = missed.map((each) => each.since).toSorted();
  if (since === undefined) return null;
  return (
    <Notice
      tone="info"
      icon={<IconCalendarPause size={18} aria-hidden />}
      title={`${plural(count, "scheduled export")} ${count === 1 ? "was" : "were"} missed since ${formatDateTime(since)}.`}
      actions={
        <>
          <Button variant="default" loading={answer.isPending} onClick={() => answer.mutate("export")}>
            Export now
          </Button>
          <Button variant="subtle" disabled={answer.isPending} onClick={() => answer.mutate("leave")}>
            Leave
          </Button>
        </>
      }
    >
      Stockdeck was not running, or the computer slept.{" "}
      {missed.length === 1
        ? "One file can be written now, as the rows are now."
        : `${missed.length} files can be written now, one for each schedule.`}
    </Notice>
  );
}

function FailureBanner({ schedules }: { readonly schedules: readonly Schedule[] }) {
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
      title={
        failed.length === 1 ? "A scheduled export failed." : `${failed.length} scheduled exports failed.`
      }
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/settings" search={{ section: "schedules" }} {...props} />}
        >
          Scheduled exports
        </Button>
      }
      onDismiss={() => seen.mutate()}
    >
      {failed.length > 1 && "The last one: "}“{viewLabel(latest)}”{profile && ` of ${profile}`},{" "}
      <DateTime iso={failure.at} />: {failure.error?.message}
    </Notice>
  );
}
