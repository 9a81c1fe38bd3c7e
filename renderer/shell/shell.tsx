import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { clock } from "../base/clock.ts";
import { Banners } from "./freshness/banners.tsx";
import { StatusBar, StatusBarPlaceholder } from "./freshness/status-bar.tsx";
import { AfterFirstFrame } from "../base/after-first-frame.tsx";
import { useAnnounce } from "../ui/announcer.tsx";
import { useLive, useConnectionId } from "../host/host-context.ts";
import { useRelativeTime } from "../host/use-relative-time.ts";
import { Navigation } from "./navigation.tsx";
import { SHELL } from "./messages.ts";
import classes from "./shell.module.css";
import { useFollowExports } from "../features/exports/export-runs.ts";
import { ScanListener } from "../features/scanner/scan-listener.tsx";
import { useFollowSchedules } from "../features/schedules/use-schedules.ts";
import { PastScope } from "../features/past-days/past-scope.tsx";
import { useNames } from "../inventory/names/name-queries.ts";
import { useViewLinks } from "../table/view-menu/view-links.ts";
import { DialogHost } from "../ui/dialog.tsx";
import { useCarryOut, useCommands } from "./use-commands.ts";
import { useGoTo } from "../table/navigation/open-window.ts";
import { useScreenName, useTitle } from "./use-title.ts";

/** The frame of the dashboard: navigation on the left, banners above the screen, the status bar below. */
export function Shell() {
  useCommands(useCarryOut());
  useGoTo();
  useTitle(useScreenName());
  const connectionId = useConnectionId();
  const main = useRef<HTMLElement>(null);
  useSwitchAnnouncement(connectionId, main);
  useScreenFocus(main);
  return (
    <div className={classes.shell}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // The link must not change the hash, because the hash belongs to the router.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {SHELL.skipToContent}
      </a>
      <AfterFirstFrame placeholder={<div className={classes.rail} />}>
        <Navigation />
      </AfterFirstFrame>
      <Followers />
      <ScanListener key={`scans ${connectionId}`} />
      {/* The key makes React drop the state of the former connection. */}
      <DialogHost key={`dialogs ${connectionId}`} />
      <div key={connectionId} className={classes.column}>
        <Banners />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <PastScope>
            <Outlet />
          </PastScope>
        </main>
        <AfterFirstFrame placeholder={<StatusBarPlaceholder />}>
          <StatusBar />
        </AfterFirstFrame>
      </div>
    </div>
  );
}

/**
 * Follows the core's events and the time for all screens. It renders nothing, so that these updates do not
 * render the frame.
 */
function Followers() {
  useFollowExports();
  useFollowSchedules();
  useViewLinks();
  // Keeps the name book loaded, so that screens show names from their first frame.
  useNames();
  useRelativeTime();
  return null;
}

/** Ms within which a menu that closes returns the focus to its button. */
const FOCUS_RETURN_MS = 50;

/** Announces a switch of connections. If the former screen had the focus, the new screen gets the focus. */
function useSwitchAnnouncement(connectionId: string, main: RefObject<HTMLElement | null>): void {
  const announce = useAnnounce();
  const name = useLive((live) => live.connection?.name ?? "");
  const last = useRef(connectionId);
  useEffect(() => {
    if (last.current === connectionId) return undefined;
    last.current = connectionId;
    announce(SHELL.nowShowing({ name }));
    const timer = clock.after(FOCUS_RETURN_MS, () => {
      if (document.activeElement === document.body) main.current?.focus();
    });
    return () => timer.stop();
  }, [announce, main, name, connectionId]);
}

/**
 * Moves the focus to a new screen if the old screen lost it. The focus goes to the title, which screen readers read
 * out, or to the screen itself.
 */
export function useScreenFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        const { activeElement } = document;
        const isFree = activeElement === document.body || activeElement === main.current;
        // On a page that was just opened, the focus stays at the top.
        if (!fromLocation || !pathChanged || !isFree) return;
        (main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current)?.focus();
      }),
    [router, main],
  );
}
