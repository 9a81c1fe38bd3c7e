import { Outlet, useLocation } from "@tanstack/react-router";
import { isApart } from "../inventory/navigation/open-window.ts";
import { Shell } from "./shell.tsx";

/** The frame of a screen: the dashboard's, or none in a record's own window. */
export function Frame() {
  return useLocation({ select: ({ pathname }) => isApart(pathname) }) ? <Outlet /> : <Shell />;
}
