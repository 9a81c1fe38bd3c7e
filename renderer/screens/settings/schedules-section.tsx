import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useProfileId } from "../../host/host-context.ts";
import { otherSchedules, SCHEDULES } from "./messages.ts";
import { Section } from "./section.tsx";
import { ScheduleEntry } from "./schedule-entry.tsx";
import { TraySwitch } from "./tray-switch.tsx";
import { useSchedules } from "../../inventory/schedules/use-schedules.ts";

/** The scheduled exports of this connection, with their next and last runs. */
export function SchedulesSection() {
  const profileId = useProfileId();
  const schedules = useSchedules();
  const own = schedules.filter((schedule) => schedule.profileId === profileId);
  const others = schedules.length - own.length;
  const wanted = useSearch({ from: "/settings", select: ({ section }) => section === "schedules" });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <div ref={place} tabIndex={-1} style={{ scrollMarginTop: 16 }}>
      <Section title={SCHEDULES.title} intro={SCHEDULES.intro}>
        {own.length === 0 && <p className="sd-note">{SCHEDULES.none}</p>}
        {own.length > 0 && (
          <ul className="sd-list">
            {own.map((schedule) => (
              <ScheduleEntry key={schedule.id} schedule={schedule} />
            ))}
          </ul>
        )}
        <TraySwitch />
        {others > 0 && <p className="sd-note">{otherSchedules(others)}</p>}
      </Section>
    </div>
  );
}
