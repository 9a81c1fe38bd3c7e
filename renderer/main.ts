import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./shell/theme.css";
import { clock } from "./base/clock.ts";
import { openPage } from "./shell/opening.ts";

/** The longest times for which the large scripts wait, in ms: before they are fetched, and before they run. */
const TIMEOUT = { fetch: 150, run: 300 };

/** Requests the first rows from the core. The large scripts are fetched meanwhile, and run once the rows are shown. */
async function begin(): Promise<void> {
  const opening = openPage();
  // The large scripts report this failure, so it is ignored here.
  const asked = opening.catch(() => null);
  await Promise.race([asked, clock.wait(TIMEOUT.fetch)]);
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[data-later]"))
    link.rel = "modulepreload";
  await Promise.race([asked.then((page) => page?.firstFrame), clock.wait(TIMEOUT.run)]);
  await import("react-dom/client");
  const { start } = await import("./shell/start.tsx");
  await start(opening);
}
void begin();
