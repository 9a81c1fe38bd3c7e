import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./shell/theme.css";
import { openPage } from "./shell/opening.ts";
import { pause } from "./base/pause.ts";

/** Ms that the large scripts wait for the first rows to be asked for before they are fetched, and to be on screen. */
const PATIENCE = { asked: 150, shown: 300 };

/**
 * The core answers first: whatever else is done meanwhile only keeps it, and the first rows, from being on screen. The
 * large scripts are fetched while rows that were asked for are on their way, and evaluated once those are on screen.
 */
async function begin(): Promise<void> {
  const opening = openPage();
  // Whoever shows a failure comes with the large scripts; until then nobody has to hear of it.
  const asked = opening.catch(() => null);
  await Promise.race([asked, pause(PATIENCE.asked)]);
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]"))
    link.rel = "modulepreload";
  await Promise.race([asked.then((page) => page?.firstFrame), pause(PATIENCE.shown)]);
  await import("react-dom/client");
  const { start } = await import("./shell/start.tsx");
  await start(opening);
}
void begin();
