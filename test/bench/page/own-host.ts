import { startProgram, type RunningProgram } from "../../helpers/child.ts";

const URL_PRINTED = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/;

/** Starts the browser host over a data folder, with the page that is already built. */
export async function startOwnHost(
  data: string,
): Promise<{ readonly host: RunningProgram; readonly url: string }> {
  const host = startProgram(
    ["scripts/start.ts", "--browser", "--no-build", "--folder", data],
    // The key stays in memory: no benchmark touches the user's own keychain.
    { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:" },
  );
  const [url] = await host.waitFor(URL_PRINTED);
  return { host, url };
}

/** Runs in the page: reads our grid from its elements (watched-page.ts). */
export function readOwnGrid(): void {
  window.benchRead = () => {
    const grid = document.querySelector('[role="grid"]');
    // Rows are visible before their grid can be used.
    const first = document.querySelector('[data-cell="0:0"], [data-early-paint] [data-field="name"]');
    return {
      rows: Number(grid?.getAttribute("aria-rowcount") ?? 1) - 1,
      first: first?.textContent ?? "",
      busy: grid?.getAttribute("aria-busy") !== "false" || grid.querySelector('[aria-busy="true"]') !== null,
    };
  };
}
