import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./app/theme.css";
import "./app/forbid-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { readWindowNumber } from "../shared/windows.ts";
import { App } from "./app/app.tsx";
import { FatalMessage } from "./app/error-boundary.tsx";
import { createLiveStore } from "./app/live-store.ts";
import { followFilters } from "./app/page-history.ts";
import { createQueryClient, followDataChanges } from "./app/query-client.ts";
import { router } from "./app/router.tsx";
import { findHost } from "./host/host.ts";
import { prefetchTable } from "./table/prefetch-table.ts";
import { loadViewStore } from "./table/view-store.ts";
import { loadSavedViews } from "./table/views/saved-view-store.ts";

const element = document.getElementById("root");
if (!element) throw new Error("The page has no #root.");
const root = createRoot(element);

try {
  const host = await findHost();
  const queryClient = createQueryClient();
  followDataChanges(host, queryClient);
  const { boot, live } = await createLiveStore(host);
  const [views, savedViews] = await Promise.all([
    loadViewStore(host, boot.profiles, readWindowNumber(window.location.search)),
    loadSavedViews(host, boot.profiles),
  ]);
  const profileId = live.get().connection?.profileId;
  if (profileId !== undefined)
    prefetchTable(
      queryClient,
      { host, profileId },
      views,
      window.location.hash.slice(1).split("?")[0] || "/",
    );
  const history = followFilters(views, router.history, () => live.get().connection?.profileId ?? null);
  const services = { host, boot, views, savedViews, live, history };
  root.render(
    <StrictMode>
      <App services={services} queryClient={queryClient} />
    </StrictMode>,
  );
} catch (error) {
  root.render(<FatalMessage error={error} />);
}
