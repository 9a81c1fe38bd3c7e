import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { Banners } from "./freshness/banners.tsx";
import { StatusBar, StatusBarPlaceholder } from "./freshness/status-bar.tsx";
import { AfterFirstFrame } from "../base/after-first-frame.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { useLive, useProfileId } from "../host/host-context.ts";
import { Navigation } from "./navigation.tsx";
import { nowShowing, SKIP_TO_CONTENT } from "./messages.ts";
import classes from "./shell.module.css";
import { useFollowExports } from "../features/exports/export-runs.ts";
import { useFollowSchedules } from "../features/schedules/use-schedules.ts";
import { useNames } from "../table/names/name-queries.ts";
import { useViewLinks } from "../table/views/view-links.ts";
import { DialogHost } from "../ui/dialog.tsx";
import { useCarryOut, useCommands } from "./use-commands.ts";
import { useGoTo } from "../table/navigation/open-window.ts";
import { useScreenName, useTitle } from "./use-title.ts";

/** The dashboard's frame: navigation on the left, banners and the screen, the status bar below. */
export function Shell() {
  useCommands(useCarryOut());
  useGoTo();
  useTitle(useScreenName());
  const profileId = useProfileId();
  const main = useRef<HTMLElement>(null);
  useSwitchAnnouncement(profileId, main);
  useScreenFocus(main);
  return (
    <div className={classes.shell}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // The hash of the address belongs to the router.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {SKIP_TO_CONTENT}
      </a>
      <AfterFirstFrame placeholder={<div className={classes.rail} />}>
        <Navigation />
      </AfterFirstFrame>
      <Followers />
      {/* The keys drop the state of the previous profile. */}
      <DialogHost key={`dialogs ${profileId}`} />
      <div key={profileId} className={classes.column}>
        <Banners />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        <AfterFirstFrame placeholder={<StatusBarPlaceholder />}>
          <StatusBar />
        </AfterFirstFrame>
      </div>
    </div>
  );
}

/** Follows what the core reports to any screen; renders nothing, so that the frame is not rendered again. */
function Followers() {
  useFollowExports();
  useFollowSchedules();
  useViewLinks();
  // Stays loaded, so that a screen shows names from its first frame.
  useNames();
  return null;
}

/** Ms in which a closing menu returns the focus to its button. */
const FOCUS_RETURN = 50;

/** Announces a switch of profiles. If the previous screen had the focus, moves it to the new one. */
function useSwitchAnnouncement(profileId: string, main: RefObject<HTMLElement | null>): void {
  const announce = useAnnounce();
  const name = useLive((live) => live.connection?.name ?? "");
  const last = useRef(profileId);
  useEffect(() => {
    if (last.current === profileId) return undefined;
    last.current = profileId;
    announce(nowShowing(name));
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) main.current?.focus();
    }, FOCUS_RETURN);
    return () => clearTimeout(timer);
  }, [announce, main, name, profileId]);
}

/**
 * Moves the focus to the new screen after the previous one took it away. It goes to the title, to be read out, or to
 * the screen.
 */
export function useScreenFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const { activeElement } = document;
        const isFree = activeElement === document.body || activeElement === main.current;
        // A page that was just opened starts at its top.
        if (!fromLocation || !pathChanged || !isFree) return;
        (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus();
      }),
    [router, main],
  );
}
