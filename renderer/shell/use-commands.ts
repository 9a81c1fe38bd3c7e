import { notifications } from "@mantine/notifications";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { assertNever } from "../../shared/base/errors.ts";
import type { CommandName } from "../../shared/contract/commands.ts";
import type { Settings } from "../../shared/inventory/settings.ts";
import { requestExport } from "../inventory/exports/export-requests.ts";
import { refreshObstacle } from "../inventory/freshness/messages.ts";
import { thresholdImport } from "../features/low-stock/open-import.ts";
import { requestPrint } from "../inventory/paper/print-requests.ts";
import { viewImport } from "../table/view-menu/view-links.ts";
import { useHost, useHostServices } from "../host/host-context.ts";
import { findRequests } from "../table/filters/search-box.tsx";
import { isContextualCommand, runContextualCommand } from "../commands/contextual-commands.ts";
import { useOpenWindow } from "../table/navigation/open-window.ts";
import { commandOfKey, isTyping } from "../commands/shortcuts.ts";
import { valueOrNotice } from "../ui/notify.tsx";
import { useWindowEvent } from "@mantine/hooks";
import { deferredPart } from "../base/lazy-part.tsx";
import { defineDialog } from "../ui/dialog.tsx";
import { THEME_OF } from "./theme.ts";

const palette = defineDialog(deferredPart(() => import("./palette/palette.tsx"), "Palette"));
const shortcutSheet = defineDialog(
  deferredPart(() => import("./palette/shortcut-sheet.tsx"), "ShortcutSheet"),
);

/** Returns a function that carries out any command. */
export function useCarryOut(): (name: CommandName) => void {
  const host = useHost();
  const refresh = useRefresh();
  const setTheme = useSetTheme();
  const router = useRouter();
  const openWindow = useOpenWindow();
  const carryOut = (name: CommandName): void => {
    if (isContextualCommand(name)) return runContextualCommand(name);
    if (opensScreen(name)) return void router.navigate({ to: SCREEN_OF[name] });
    switch (name) {
      case "palette":
        shortcutSheet.close();
        return palette.toggle(carryOut);
      case "shortcuts":
        palette.close();
        return shortcutSheet.toggle();
      case "newWindow":
        return openWindow();
      case "importView":
        return viewImport.open("");
      case "importThresholds":
        return thresholdImport.open();
      case "export":
        return requestExport();
      case "print":
        return requestPrint();
      case "schedules":
        return void router.navigate({ to: "/settings", search: { section: "schedules" } });
      case "refresh":
        return refresh(false);
      case "fullCheck":
        return refresh(true);
      case "cancelRefresh":
        return void host.cancelSync();
      case "cutFinder":
        return void router.navigate({ to: "/cuts", search: {} });
      case "find":
        return findRequests.emit();
      case "themeLight":
      case "themeDark":
      case "themeSystem":
        return void setTheme(THEME_OF[name]);
      case "back":
        return router.history.back();
      case "forward":
        return router.history.forward();
      default:
        return assertNever(name, "unknown command");
    }
  };
  return carryOut;
}

/** The screens of commands that do nothing but open a screen. */
const SCREEN_OF = {
  overview: "/overview",
  items: "/items",
  types: "/types",
  locations: "/locations",
  checkedOut: "/checked-out",
  alerts: "/alerts",
  activity: "/activity",
  dataProblems: "/data-problems",
  names: "/names",
  units: "/units",
  stockValue: "/stock-value",
  counts: "/counts",
  prices: "/prices",
  diagnostics: "/diagnostics",
  settings: "/settings",
  addConnection: "/add-connection",
} as const satisfies Partial<Record<CommandName, string>>;

function opensScreen(name: CommandName): name is keyof typeof SCREEN_OF {
  return Object.hasOwn(SCREEN_OF, name);
}

/**
 * Returns a function that starts a refresh or a full check. If neither is possible, a notice tells why, because a
 * shortcut has no tooltip.
 */
function useRefresh(): (full: boolean) => void {
  const { host, live } = useHostServices();
  return (full) => {
    const obstacle = refreshObstacle(live.get().status);
    if (obstacle === null) void host.syncNow({ full });
    else notifications.show({ id: "refresh-obstacle", message: `${obstacle}.` });
  };
}

function useSetTheme(): (theme: Settings["theme"]) => Promise<void> {
  const { host, live } = useHostServices();
  return async (theme) => {
    const settings = await valueOrNotice(host.saveSettings({ ...live.get().settings, theme }));
    if (settings) live.patch({ settings });
  };
}

/** The commands of a mouse's side buttons, by `MouseEvent.button`. */
const MOUSE_COMMANDS: Readonly<Record<number, CommandName>> = { 3: "back", 4: "forward" };

/**
 * Carries out commands from the menu, the keys and the mouse. @param carryOut the function from `useCarryOut`, or a
 * replacement.
 */
export function useCommands(carryOut: (name: CommandName) => void): void {
  const { host, boot } = useHostServices();

  useWindowEvent("keydown", (event) => {
    // In a text field, Alt with an arrow key moves the cursor only on a Mac.
    const forText = isTyping(event.target) && !(event.altKey && boot.platform !== "darwin");
    const command = event.defaultPrevented ? null : commandOfKey(event, forText);
    if (!command) return;
    event.preventDefault();
    carryOut(command);
  });
  useWindowEvent("mouseup", (event) => {
    const command = MOUSE_COMMANDS[event.button];
    if (command === undefined) return;
    // Without this, a browser would go back in addition.
    event.preventDefault();
    carryOut(command);
  });
  const onCommand = useEffectEvent(carryOut);
  useEffect(() => host.onCommand(({ name }) => name !== "viewLink" && onCommand(name)), [host]);
}
