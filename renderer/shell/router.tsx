import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useSearch,
  type ErrorComponentProps,
} from "@tanstack/react-router";
import { readActivitySearch } from "../features/activity/activity-filter.ts";
import { readAlertsSearch } from "../features/alerts/inbox/alerts-search.ts";
import { readCheckedOutSearch } from "../features/custody/checked-out/checked-out-search.ts";
import { readSheetSearch } from "../features/custody/checked-out/sheet-search.ts";
import { readCutSearch } from "../features/cut-finder/cut-search.ts";
import { FatalMessage } from "./error-boundary.tsx";
import { readPageSearch, readTableSearch, useOpenRecord } from "../table/navigation/open-record.ts";
import { useRequestedRows } from "../table/navigation/use-show-items.ts";
import { ResourceTable } from "../table/rows/resource-table.tsx";
import { SCREENS } from "./messages.ts";
import { lazyPart } from "../base/lazy-part.tsx";
import { SHEET } from "./sheet.ts";
import { Shell } from "./shell.tsx";

/**
 * A screen other than the tables. Its script is loaded before the navigation, so that its title can take the focus at
 * once.
 */
function lazyScreen<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const component = lazyPart(load, name);
  return { loader: component.preload, staleTime: Number.POSITIVE_INFINITY, component };
}

const showFailure = ({ error }: ErrorComponentProps) => <FatalMessage error={error} />;

function ItemsScreen() {
  const search = useSearch({ from: "/items" });
  const record = useOpenRecord(search);
  useRequestedRows("items", search);
  return <ResourceTable resource="items" record={record} />;
}

function TypesScreen() {
  const search = useSearch({ from: "/types" });
  const record = useOpenRecord(search);
  useRequestedRows("types", search);
  return <ResourceTable resource="types" record={record} />;
}

function LocationsScreen() {
  const search = useSearch({ from: "/locations" });
  const record = useOpenRecord(search);
  useRequestedRows("locations", search);
  return <ResourceTable resource="locations" record={record} />;
}

const SheetShell = lazyPart(() => import("./sheet-shell.tsx"), "SheetShell");
const root = createRootRoute({ component: SHEET === null ? Shell : SheetShell });
const under = { getParentRoute: () => root };
const toOverview = createRoute({
  ...under,
  path: "/",
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes its redirects by throw
    throw redirect({ to: "/overview", replace: true });
  },
});
const overview = createRoute({
  ...under,
  path: "/overview",
  ...lazyScreen(() => import("../features/overview/overview-screen.tsx"), "OverviewScreen"),
});
const checkedOut = createRoute({
  ...under,
  path: "/checked-out",
  validateSearch: readCheckedOutSearch,
  ...lazyScreen(() => import("../features/custody/checked-out/checked-out-screen.tsx"), "CheckedOutScreen"),
});
const sheet = createRoute({
  ...under,
  path: "/checked-out/sheet",
  validateSearch: readSheetSearch,
  ...lazyScreen(() => import("../features/custody/checked-out/sheet-screen.tsx"), "SheetScreen"),
});
const alerts = createRoute({
  ...under,
  path: "/alerts",
  validateSearch: readAlertsSearch,
  ...lazyScreen(() => import("../features/alerts/inbox/alerts-screen.tsx"), "AlertsScreen"),
});
const items = createRoute({
  ...under,
  path: "/items",
  validateSearch: readTableSearch,
  component: ItemsScreen,
});
const types = createRoute({
  ...under,
  path: "/types",
  validateSearch: readTableSearch,
  component: TypesScreen,
});
const locations = createRoute({
  ...under,
  path: "/locations",
  validateSearch: readTableSearch,
  component: LocationsScreen,
});
const typePage = createRoute({
  ...under,
  path: "/types/$id",
  validateSearch: readPageSearch,
  ...lazyScreen(() => import("../features/reference-page/reference-page.tsx"), "TypePage"),
});
const locationPage = createRoute({
  ...under,
  path: "/locations/$id",
  validateSearch: readPageSearch,
  ...lazyScreen(() => import("../features/reference-page/reference-page.tsx"), "LocationPage"),
});
const activity = createRoute({
  ...under,
  path: "/activity",
  validateSearch: readActivitySearch,
  ...lazyScreen(() => import("../features/activity/activity-screen.tsx"), "ActivityScreen"),
});
const cuts = createRoute({
  ...under,
  path: "/cuts",
  validateSearch: readCutSearch,
  ...lazyScreen(() => import("../features/cut-finder/cut-finder-screen.tsx"), "CutFinderScreen"),
});
const cutPlan = createRoute({
  ...under,
  path: "/cuts/$id",
  ...lazyScreen(() => import("../features/cut-finder/saved-plan-screen.tsx"), "SavedPlanScreen"),
});
const counts = createRoute({
  ...under,
  path: "/counts",
  ...lazyScreen(() => import("../features/counts/counts-screen.tsx"), "CountsScreen"),
});
const count = createRoute({
  ...under,
  path: "/counts/$id",
  ...lazyScreen(() => import("../features/counts/count-screen.tsx"), "CountScreen"),
});
const dataProblems = createRoute({
  ...under,
  path: "/data-problems",
  ...lazyScreen(() => import("../features/problems/data-problems-screen.tsx"), "DataProblemsScreen"),
});
const names = createRoute({
  ...under,
  path: "/names",
  ...lazyScreen(() => import("../features/names/names-screen.tsx"), "NamesScreen"),
});
const units = createRoute({
  ...under,
  path: "/units",
  ...lazyScreen(() => import("../features/units/units-screen.tsx"), "UnitsScreen"),
});
const stockValue = createRoute({
  ...under,
  path: "/stock-value",
  ...lazyScreen(() => import("../features/stock-value/stock-value-screen.tsx"), "StockValueScreen"),
});
const prices = createRoute({
  ...under,
  path: "/prices",
  ...lazyScreen(() => import("../features/stock-value/prices-screen.tsx"), "PricesScreen"),
});
const diagnostics = createRoute({
  ...under,
  path: "/diagnostics",
  ...lazyScreen(() => import("../features/diagnostics/diagnostics-screen.tsx"), "DiagnosticsScreen"),
});

/** The state of the settings in the address: the section to which the page scrolls. */
interface SettingsSearch {
  readonly section?: "schedules" | "mail";
}

/** Reads the state from the address; unknown values are ignored. */
function readSettingsSearch(search: Readonly<Record<string, unknown>>): SettingsSearch {
  const { section } = search;
  return section === "schedules" || section === "mail" ? { section } : {};
}

const settings = createRoute({
  ...under,
  path: "/settings",
  validateSearch: readSettingsSearch,
  ...lazyScreen(() => import("./settings.tsx"), "Settings"),
});
const addConnection = createRoute({
  ...under,
  path: "/add-connection",
  ...lazyScreen(
    () => import("../features/connections/onboarding/add-connection-screen.tsx"),
    "AddConnectionScreen",
  ),
});

/** The page's screens. The address is in the hash because `app://` serves the page as a single file. */
export const router = createRouter({
  routeTree: root.addChildren([
    toOverview,
    overview,
    checkedOut,
    sheet,
    alerts,
    items,
    types,
    locations,
    typePage,
    locationPage,
    activity,
    counts,
    count,
    cuts,
    cutPlan,
    dataProblems,
    names,
    units,
    stockValue,
    prices,
    diagnostics,
    settings,
    addConnection,
  ]),
  history: createOwnHashHistory(),
  defaultErrorComponent: showFailure,
  notFoundMode: "root",
  defaultNotFoundComponent: () => <FatalMessage error={SCREENS.unknown} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/**
 * A history in the hash of the address. The router's own hash history would make the browser host's token a search
 * parameter.
 */
export function createOwnHashHistory(): ReturnType<typeof createBrowserHistory> {
  return createBrowserHistory({
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
    parseLocation: () => parseHash(window.location.hash, window.history.state),
  });
}

function parseHash(hash: string, state: unknown) {
  const href = hash.slice(1) || "/";
  const at = href.includes("?") ? href.indexOf("?") : href.length;
  return {
    href,
    pathname: href.slice(0, at),
    search: href.slice(at),
    hash: "",
    state: (state as { readonly __TSR_index: number } | null) ?? { __TSR_index: 0 },
  };
}
