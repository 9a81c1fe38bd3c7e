import { Button } from "@mantine/core";
import { IconCalendarExclamation, IconCalendarPause } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Schedule } from "../../../shared/exports/schedules.ts";
import { useHost, useLive } from "../../host/host-context.ts";
import { useMutationCall } from "../../host/use-mutation-call.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useSchedules } from "../../inventory/schedules/use-schedules.ts";
import { viewLabel } from "../../inventory/schedules/messages.ts";
import {
  EXPORT_NOW,
  failedExport,
  failedTitle,
  missedText,
  missedTitle,
  SCHEDULES,
  SKIP,
} from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

/** Scheduled exports that were missed or that failed. */
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
      title={missedTitle(count, since)}
      actions={
        <>
          <PlainButton loading={answer.isPending} onClick={() => answer.mutate("export")}>
            {EXPORT_NOW}
          </PlainButton>
          <Button variant="subtle" disabled={answer.isPending} onClick={() => answer.mutate("leave")}>
            {SKIP}
          </Button>
        </>
      }
    >
      {missedText(missed.length)}
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
