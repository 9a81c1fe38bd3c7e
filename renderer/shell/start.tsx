import "./forbid-eval.ts";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { tableAt } from "../table/early-paint/early-rows.ts";
import { createLayoutSnapshots } from "../table/early-paint/layout-snapshots.ts";
import { prefetchTable } from "../table/rows/prefetch-table.ts";
import { MarkStore } from "../table/query/change-marks.ts";
import { createViewStore } from "../table/views/view-store.ts";
import { App } from "./app.tsx";
import { FatalMessage } from "./error-boundary.tsx";
import { loadDeferredParts } from "../base/lazy-part.tsx";
import type { Opening } from "./opening.ts";
import { followFilters } from "../table/navigation/page-history.ts";
import { createQueryClient, followDataChanges } from "../host/query-client.ts";
import { router } from "./router.tsx";

/** Ms after which the deferred bundle is loaded even without an idle moment. */
const IDLE_TIMEOUT = 1_000;

/** Loads the deferred bundle, then the screens that open next to the tables most often. */
async function loadWhatFollows(): Promise<void> {
  await loadDeferredParts();
  await Promise.all([router.preloadRoute({ to: "/overview" }), router.preloadRoute({ to: "/checked-out" })]);
}

/** Renders the page once the core has answered, or the reason why it cannot. */
export async function start(opening: Promise<Opening>): Promise<Root> {
  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no #root.");
  const root = createRoot(element);
  try {
    const { host, boot, live, savedViews, tableStates, windowNumber, firstRows } = await opening;
    const queryClient = createQueryClient();
    // Before the first query, so that no change is missed.
    followDataChanges(host, queryClient);
    host.onRestored(() => window.location.reload());
    const views = createViewStore(host, tableStates, windowNumber);
    const profileId = live.get().connection?.profileId;
    if (profileId !== undefined)
      prefetchTable(queryClient, { host, profileId }, views, tableAt(window.location.hash), firstRows);
    const history = followFilters(views, router.history, () => live.get().connection?.profileId ?? null);
    const layoutSnapshots = createLayoutSnapshots(host, views, windowNumber);
    const marks = new MarkStore();
    const services = { host, boot, views, layoutSnapshots, marks, savedViews, live, history };
    root.render(
      <StrictMode>
        <App services={services} queryClient={queryClient} />
      </StrictMode>,
    );
    // A failure is shown when one of the parts is used.
    requestIdleCallback(() => void loadWhatFollows().catch(() => undefined), { timeout: IDLE_TIMEOUT });
  } catch (error) {
    root.render(<FatalMessage error={error} />);
  }
  return root;
}
