import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { ALERTS_EXTENSION } from "../features/alerts/table-extension.tsx";
import { CUSTODY_EXTENSION } from "../features/custody/table-extension.tsx";
import { EXPORTS_EXTENSION } from "../features/exports/table-extension.ts";
import { LOW_STOCK_EXTENSION } from "../features/low-stock/table-extension.tsx";
import { NAMES_EXTENSION } from "../features/names/table-extension.ts";
import { PAST_DAYS_EXTENSION } from "../features/past-days/table-extension.ts";
import { SCANNER_EXTENSION } from "../features/scanner/table-extension.ts";
import { UnseenChangesLine } from "../features/unseen-changes/unseen-changes-line.tsx";
import { AnnouncerProvider } from "../ui/announcer.tsx";
import { Clipboard } from "../ui/use-copy.ts";
import { HostContext, ConnectionContext, useHost, useLive, type HostServices } from "../host/host-context.ts";
import { TableExtensions, type TableExtension } from "../table/extensions.ts";
import { InventoryContext, type InventoryServices } from "../table/inventory-context.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPart } from "../base/lazy-part.tsx";
import { router } from "./router.tsx";
import { SHEET } from "./sheet.ts";
import { theme } from "./theme.ts";
import { useTitle } from "./use-title.ts";
import { dropConnection } from "../host/query-client.ts";

const OnboardingScreen = lazyPart(
  () => import("../features/connections/onboarding/onboarding-screen.tsx"),
  "OnboardingScreen",
);

/** The extensions of tables and details, in the order of their entries. */
const TABLE_EXTENSIONS: readonly TableExtension[] = [
  CUSTODY_EXTENSION,
  LOW_STOCK_EXTENSION,
  ALERTS_EXTENSION,
  NAMES_EXTENSION,
  EXPORTS_EXTENSION,
  PAST_DAYS_EXTENSION,
  SCANNER_EXTENSION,
  { Line: UnseenChangesLine },
];

interface AppProps {
  readonly services: HostServices & InventoryServices;
  readonly queryClient: QueryClient;
}

/** The whole page: providers around the first screen or around the dashboard. */
export function App({ services, queryClient }: AppProps) {
  return (
    <ErrorBoundary>
      <HostContext value={services}>
        <InventoryContext value={services}>
          <TableExtensions value={TABLE_EXTENSIONS}>
            <Clipboard value={services.host.copyText}>
              <QueryClientProvider client={queryClient}>
                <ThemedPage>
                  <AnnouncerProvider>
                    <Screens />
                  </AnnouncerProvider>
                  <Notifications position="bottom-right" autoClose={4_000} limit={3} />
                </ThemedPage>
              </QueryClientProvider>
            </Clipboard>
          </TableExtensions>
        </InventoryContext>
      </HostContext>
    </ErrorBoundary>
  );
}

function FirstScreen() {
  useTitle(null);
  return <OnboardingScreen />;
}

function ThemedPage({ children }: { readonly children: ReactNode }) {
  const chosen = useLive((live) => live.settings.theme);
  // A printed sheet is light, because paper is white.
  const choice = SHEET === null ? chosen : "light";
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
      colorSchemeManager={UNSTORED_SCHEME}
      {...(choice === "system" ? {} : { forceColorScheme: choice })}
    >
      {children}
    </MantineProvider>
  );
}

/** The core stores the theme. If the browser stored it too, the two values could differ. */
const UNSTORED_SCHEME = {
  get: () => "auto" as const,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

function Screens() {
  const connectionId = useLive((live) => live.connection?.connectionId ?? null);
  useConnectionChange(connectionId);
  return (
    <>
      {SHEET === null && <FocusReport />}
      {connectionId === null ? (
        <FirstScreen />
      ) : (
        <ConnectionContext value={connectionId}>
          <RouterProvider router={router} />
        </ConnectionContext>
      )}
    </>
  );
}

function FocusReport() {
  useFocusReport();
  return null;
}

/**
 * The nonce that the CSP requires on Mantine's style elements. Browsers hide the attribute `nonce`, so the property is
 * read.
 */
export function readStyleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

/** Reports to the core whether the window has the focus. Meanwhile the core refreshes more often. */
export function useFocusReport(): void {
  const host = useHost();
  useEffect(() => {
    let last: boolean | null = null;
    const report = (): void => {
      const focused = document.visibilityState === "visible" && document.hasFocus();
      if (focused === last) return;
      last = focused;
      void host.reportFocus({ focused });
    };
    report();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("focus", report, { signal });
    window.addEventListener("blur", report, { signal });
    document.addEventListener("visibilitychange", report, { signal });
    return () => listening.abort();
  }, [host]);
}

/**
 * Cleans up after a switch of connections: it drops the cached data of the former connection, and removes its record
 * from the address.
 */
export function useConnectionChange(connectionId: string | null): void {
  const client = useQueryClient();
  const last = useRef(connectionId);
  useEffect(() => {
    const former = last.current;
    last.current = connectionId;
    if (former === connectionId) return;
    if (former !== null) dropConnection(client, former);
    if (connectionId === null) return;
    const { pathname } = router.state.location;
    // An open record belongs to the former connection, but its table exists in every connection.
    const screen = `/${pathname.split("/")[1] ?? ""}`;
    const isTable = RESOURCES.some((resource) => screen === `/${resource}`);
    const stays = isTable || (former !== null && screen !== "/add-connection");
    void router.navigate({ to: stays ? screen : "/overview", search: {}, replace: true });
  }, [client, connectionId]);
}
