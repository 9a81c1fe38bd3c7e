import "./forbid-eval.ts";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { today } from "../base/clock.ts";
import { tableAt, type EarlyRows } from "../table/early-paint/early-rows.ts";
import { createLayoutSnapshots } from "../table/early-paint/layout-snapshots.ts";
import { MarkStore } from "../table/query/change-marks.ts";
import { createViewStore, type ViewStore } from "../table/views/view-store.ts";
import { App } from "./app.tsx";
import { FatalMessage } from "./error-boundary.tsx";
import { loadDeferredParts } from "../base/lazy-part.tsx";
import type { Opening } from "./opening.ts";
import { followFilters } from "../table/navigation/page-history.ts";
import { createQueryClient, followDataChanges } from "../host/query-client.ts";
import { router } from "./router.tsx";
import { SHEET } from "./sheet.ts";
import type { QueryClient } from "@tanstack/react-query";
import { compileView } from "../../shared/query/views/compile-view.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import { NO_UNITS } from "../../shared/inventory/units.ts";
import { levelsOf } from "../../shared/query/group-levels.ts";
import type { ConnectionApi } from "../host/host-context.ts";
import { countQuery } from "../inventory/records/record-queries.ts";
import { chunkQuery } from "../table/query/result-queries.ts";
import { ALL_CLOSED, groupOrderOf, tableQueryOf } from "../table/grouping/group-query.ts";

/** Ms after which the deferred bundle is loaded even without an idle moment. */
const IDLE_TIMEOUT_MS = 1_000;

/** Loads the deferred bundle. Then loads the screens that users open most often after the tables. */
async function loadDeferredScripts(): Promise<void> {
  await loadDeferredParts();
  await Promise.all([router.preloadRoute({ to: "/overview" }), router.preloadRoute({ to: "/checked-out" })]);
}

/** Renders the page after the core has answered, or shows why opening failed. */
export async function start(opening: Promise<Opening>): Promise<Root> {
  const element = document.getElementById("root");
  if (!element) throw new Error("The page has no #root.");
  const root = createRoot(element);
  try {
    const { host, boot, live, savedViews, tableStates, windowNumber, firstRows } = await opening;
    const queryClient = createQueryClient();
    // The page follows changes before its first query, so that no change is missed.
    followDataChanges(host, queryClient);
    host.onRestored(() => window.location.reload());
    const views = createViewStore(host, tableStates, windowNumber);
    const connectionId = live.get().connection?.connectionId;
    if (connectionId !== undefined)
      prefetchTable(queryClient, { host, connectionId }, views, tableAt(window.location.hash), firstRows);
    const history = followFilters(views, router.history, () => live.get().connection?.connectionId ?? null);
    const layoutSnapshots = createLayoutSnapshots(host, views, windowNumber);
    const marks = new MarkStore();
    const services = { host, boot, views, layoutSnapshots, marks, savedViews, live, history };
    root.render(
      <StrictMode>
        <App services={services} queryClient={queryClient} />
      </StrictMode>,
    );
    // A sheet is only printed and closed, so it needs no deferred scripts.
    if (SHEET !== null) return root;
    // A failure is ignored here. It is shown when a deferred part is used.
    requestIdleCallback(() => void loadDeferredScripts().catch(() => undefined), {
      timeout: IDLE_TIMEOUT_MS,
    });
  } catch (error) {
    root.render(<FatalMessage error={error} />);
  }
  return root;
}

/**
 * Fetches the first rows of the page's first table before the page renders. Uses the early rows if their query is the
 * same.
 */
function prefetchTable(
  client: QueryClient,
  api: ConnectionApi,
  views: ViewStore,
  resource: Resource | null,
  early: EarlyRows | null,
): void {
  if (resource === null) return;
  const view = views.get(api.connectionId, resource);
  const query = compileView(resource, view, today());
  // At its first rendering, the table does not know the units yet.
  const order = groupOrderOf(resource, view.groupOrder, levelsOf(resource, view.grouping), query, NO_UNITS);
  const tableQuery = tableQueryOf(resource, query, view.grouping, ALL_CLOSED, order);
  const answer = early?.take(api.connectionId, resource, tableQuery);
  const host = answer ? { ...api.host, queryPage: () => answer } : api.host;
  void client.prefetchQuery(chunkQuery({ ...api, host }, resource, tableQuery, 0));
  void client.prefetchQuery(countQuery(api, resource, tableQuery.query));
}
