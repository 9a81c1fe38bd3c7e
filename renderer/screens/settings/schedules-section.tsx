import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useProfileId } from "../../host/profile-context.tsx";
import { plural } from "../../base/plural.ts";
import { Section } from "./section.tsx";
import settings from "./settings.module.css";
import { ScheduleEntry } from "./schedule-entry.tsx";
import classes from "../../inventory/schedules/schedules.module.css";
import { TraySwitch } from "./tray-switch.tsx";
import { useSchedules } from "../../inventory/schedules/use-schedules.ts";

/** The scheduled exports of this connection: when they run next, how they ran last, and what can be done with them. */
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
    <div ref={place} tabIndex={-1} className={classes.place}>
      <Section
        title="Scheduled exports"
        intro="Views that are exported by the clock while Stockdeck runs, into a folder of yours."
      >
        {own.length === 0 && (
          <p className={settings.intro}>
            There is none yet. Open a table, choose Export, and there “Repeat…”.
          </p>
        )}
        {own.length > 0 && (
          <ul className={classes.list}>
            {own.map((schedule) => (
              <ScheduleEntry key={schedule.id} schedule={schedule} />
            ))}
          </ul>
        )}
        <TraySwitch />
        {others > 0 && (
          <p className={settings.intro}>Your other connections have {plural(others, "scheduled export")}.</p>
        )}
      </Section>
    </div>
  );
}
