import { Outlet } from "@tanstack/react-router";
import { Banners } from "../features/freshness/banners.tsx";
import { StatusBar } from "../features/freshness/status-bar.tsx";
import { Navigation } from "./navigation.tsx";
import classes from "./shell.module.css";
import { useCommands } from "./use-commands.ts";

/** The dashboard's frame: navigation on the left, banners and the screen, the status bar below. */
export function Shell() {
  useCommands();
  return (
    <div className={classes.shell}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // The address's hash is the router's.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        Skip to content
      </a>
      <Navigation />
      <div className={classes.column}>
        <Banners />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        <StatusBar />
      </div>
    </div>
  );
}
