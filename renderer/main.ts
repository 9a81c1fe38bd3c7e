import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/theme.css";
import { openPage } from "./app/opening.ts";

// The core answers while the page's large script is still being read: this one is small, and begins long before it.
const opening = openPage();
// Whoever shows a failure comes with that script; until then nobody has to hear of it.
opening.catch(() => undefined);
void import("./app/start.tsx").then(({ start }) => start(opening));
