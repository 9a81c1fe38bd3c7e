import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useConnectionId } from "../../host/host-context.ts";
import { useShownPastDay } from "./past-day-store.ts";

const PastScreen = lazyPart(() => import("./past-screen.tsx"), "PastScreen");

/** The screens that can show a past day. */
const SCREENS = /^\/(?:overview|items|types|locations)$/;

/**
 * Shows the tables and the overview as of the past day that the user chose. All other screens show the present rows.
 */
export function PastScope({ children }: { readonly children: ReactNode }) {
  const past = useShownPastDay(useConnectionId());
  const isShown = useLocation({ select: ({ pathname }) => SCREENS.test(pathname) });
  if (!past || !isShown) return children;
  return (
    <PastScreen key={past.asOf} past={past}>
      {children}
    </PastScreen>
  );
}
