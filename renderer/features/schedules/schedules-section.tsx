import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useHostServices, useLive, useProfileId } from "../../host/host-context.ts";
import { otherSchedules, SCHEDULES, TRAY } from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { ScheduleEntry } from "./schedule-entry.tsx";
import { useSchedules } from "./use-schedules.ts";
import { Switch } from "@mantine/core";
import { errorOf } from "../../base/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useSaveSettings } from "../../host/use-save-settings.ts";
import { useTrayAvailable } from "./use-tray.ts";

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

/** Keeps the app running in the tray without its window. A browser host keeps running by itself. */
export function TraySwitch() {
  const { boot } = useHostServices();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const available = useTrayAvailable();
  const error = errorOf(save.error);
  if (boot.host === "browser") return null;
  return (
    <>
      <Switch
        label={TRAY.label}
        description={available === false ? TRAY.unavailable : TRAY.hint}
        checked={settings.keepInTray}
        onChange={(event) => save.mutate({ ...settings, keepInTray: event.currentTarget.checked })}
      />
      {error && <ErrorNotice error={error} />}
    </>
  );
}
