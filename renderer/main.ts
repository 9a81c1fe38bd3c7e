import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./shell/theme.css";
import { clock } from "./base/clock.ts";
import { openPage } from "./shell/opening.ts";

/** The longest delays of the large scripts, in ms: for fetching and for running. */
const TIMEOUT = { fetch: 150, run: 300 };

/** Requests the first rows from the core. Fetches the large scripts in the meantime, and runs them once the rows are shown. */
async function begin(): Promise<void> {
  const opening = openPage();
  // The large scripts show a failure, so it is ignored here.
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
