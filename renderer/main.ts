import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./shell/theme.css";
import { openPage } from "./shell/opening.ts";
import { pause } from "./base/pause.ts";

/** Ms that the large scripts wait at most: to be fetched until the first rows are requested, to run until they are shown. */
const TIMEOUT = { fetch: 150, run: 300 };

/** The core comes first. The large scripts are fetched while the first rows are on their way, and run once they are shown. */
async function begin(): Promise<void> {
  const opening = openPage();
  // The large scripts show a failure; until then it is ignored.
  const asked = opening.catch(() => null);
  await Promise.race([asked, pause(TIMEOUT.fetch)]);
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]"))
    link.rel = "modulepreload";
  await Promise.race([asked.then((page) => page?.firstFrame), pause(TIMEOUT.run)]);
  await import("react-dom/client");
  const { start } = await import("./shell/start.tsx");
  await start(opening);
}
void begin();
