import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
  type ErrorComponentProps,
} from "@tanstack/react-router";
import { readActivitySearch } from "../screens/activity/activity-filter.ts";
import { readComparisonSearch } from "../screens/comparison/comparison-search.ts";
import { ItemsScreen, LocationsScreen, TypesScreen } from "../screens/tables/table-screens.tsx";
import { readSettingsSearch } from "../screens/settings/settings-search.ts";
import { FatalMessage } from "./error-boundary.tsx";
import { readPageSearch, readRecordSearch, readTableSearch } from "../inventory/navigation/open-record.ts";
import { NO_SUCH_SCREEN } from "./messages.ts";
import { lazyPart, type LazyPart } from "../base/lazy-part.tsx";
import { isApart } from "../inventory/navigation/open-window.ts";
import { Shell } from "./shell.tsx";

const ActivityScreen = lazyPart(() =>
  import("../screens/activity/activity-screen.tsx").then((file) => file.ActivityScreen),
);
const ComparisonScreen = lazyPart(() =>
  import("../screens/comparison/comparison-screen.tsx").then((file) => file.ComparisonScreen),
);
const DiagnosticsScreen = lazyPart(() =>
  import("../screens/diagnostics/diagnostics-screen.tsx").then((file) => file.DiagnosticsScreen),
);
const AddConnectionScreen = lazyPart(() =>
  import("../screens/onboarding/add-connection-screen.tsx").then((file) => file.AddConnectionScreen),
);
const SettingsScreen = lazyPart(() =>
  import("../screens/settings/settings-screen.tsx").then((file) => file.SettingsScreen),
);
const TypePage = lazyPart(() =>
  import("../screens/reference-page/reference-page.tsx").then((file) => file.TypePage),
);
const LocationPage = lazyPart(() =>
  import("../screens/reference-page/reference-page.tsx").then((file) => file.LocationPage),
);
const RecordWindow = lazyPart(() =>
  import("./record-window/record-window.tsx").then((file) => file.RecordWindow),
);

/** A screen other than the tables. Its script is loaded first, so that its title can take the focus at once. */
const lazyScreen = (component: LazyPart<object>) => ({
  loader: component.preload,
  staleTime: Number.POSITIVE_INFINITY,
  component,
});

const showFailure = ({ error }: ErrorComponentProps) => <FatalMessage error={error} />;

const root = createRootRoute({ component: Frame });
const toItems = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router takes its redirects by throw
    throw redirect({ to: "/items", replace: true });
  },
});
const items = createRoute({
  getParentRoute: () => root,
  path: "/items",
  validateSearch: readTableSearch,
  component: ItemsScreen,
});
const types = createRoute({
  getParentRoute: () => root,
  path: "/types",
  validateSearch: readTableSearch,
  component: TypesScreen,
});
const locations = createRoute({
  getParentRoute: () => root,
  path: "/locations",
  validateSearch: readTableSearch,
  component: LocationsScreen,
});
const typePage = createRoute({
  getParentRoute: () => root,
  path: "/types/$id",
  validateSearch: readPageSearch,
  ...lazyScreen(TypePage),
});
const locationPage = createRoute({
  getParentRoute: () => root,
  path: "/locations/$id",
  validateSearch: readPageSearch,
  ...lazyScreen(LocationPage),
});
const recordWindow = createRoute({
  getParentRoute: () => root,
  path: "/record/$resource/$id",
  validateSearch: readRecordSearch,
  ...lazyScreen(RecordWindow),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: "/activity",
  validateSearch: readActivitySearch,
  ...lazyScreen(ActivityScreen),
});
const comparison = createRoute({
  getParentRoute: () => root,
  path: "/comparison",
  validateSearch: readComparisonSearch,
  ...lazyScreen(ComparisonScreen),
});
const diagnostics = createRoute({
  getParentRoute: () => root,
  path: "/diagnostics",
  ...lazyScreen(DiagnosticsScreen),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  validateSearch: readSettingsSearch,
  ...lazyScreen(SettingsScreen),
});
const addConnection = createRoute({
  getParentRoute: () => root,
  path: "/add-connection",
  ...lazyScreen(AddConnectionScreen),
});

/** The page's screens. The address is in the hash: the page is a file to `app://`. */
export const router = createRouter({
  routeTree: root.addChildren([
    toItems,
    items,
    types,
    locations,
    typePage,
    locationPage,
    recordWindow,
    activity,
    comparison,
    diagnostics,
    settings,
    addConnection,
  ]),
  history: createOwnHashHistory(),
  defaultErrorComponent: showFailure,
  notFoundMode: "root",
  defaultNotFoundComponent: () => <FatalMessage error={NO_SUCH_SCREEN} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

/** The frame of a screen: the dashboard's, or none in a record's own window. */
export function Frame() {
  return useLocation({ select: ({ pathname }) => isApart(pathname) }) ? <Outlet /> : <Shell />;
}

/** A history in the hash; the router's own would make the browser host's token part of a search parameter. */
export function createOwnHashHistory(): ReturnType<typeof createBrowserHistory> {
  return createBrowserHistory({
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
    parseLocation: () => parseHash(window.location.hash, window.history.state),
  });
}

/** Reads the router's address from the page's hash. */
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
