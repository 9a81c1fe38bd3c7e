import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/theme.css";
import { openPage } from "./app/opening.ts";

// The core answers while the page's large scripts are still being read: this one is small, and begins long before them.
const opening = openPage();
// Whoever shows a failure comes with those; until then nobody has to hear of it.
opening.catch(() => undefined);

/** Ms that the page waits for its first rows to be on screen; what it does then would only keep them from it. */
const PATIENCE = 300;

/** In the order in which they are read: each is evaluated while the next one is not there yet. */
async function begin(): Promise<void> {
  await import("react-dom/client");
  await Promise.race([
    opening.then(({ firstFrame }) => firstFrame),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]).catch(() => undefined);
  const { start } = await import("./app/start.tsx");
  await start(opening);
}
void begin();
